"""The attacker `local`: open weights of 1.5 billion parameters with an adapter of ours, run in this process.

`_answers` is the language of questions and answers, `_model` finds and runs the weights, `_attack` reads a text.
"""
