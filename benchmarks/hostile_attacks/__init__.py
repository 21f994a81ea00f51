"""Attacks on the product from outside; ``benchmarks/hostile.py`` runs them."""
