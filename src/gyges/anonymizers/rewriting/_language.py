"""Which language a text is in, by its script and its commonest short words: enough to see that it was changed."""

import re
from collections import Counter

__all__ = ["SCRIPTS", "language_of"]

_FEWEST_WORDS = 8
_FEWEST_HITS = 4
_SMALLEST_SHARE = 0.06
_LEAD = 1.5  # how far ahead of the next language the winner must be

# Ranges of letters; the first script that has half of the letters of a text names it.
SCRIPTS = {
    "Japanese": re.compile("[\u3040-\u30ff]"),
    "Korean": re.compile("[\uac00-\ud7af]"),
    "Chinese": re.compile("[\u4e00-\u9fff]"),
    "Cyrillic": re.compile("[\u0400-\u04ff]"),
    "Greek": re.compile("[\u0370-\u03ff]"),
    "Arabic": re.compile("[\u0600-\u06ff]"),
    "Hebrew": re.compile("[\u0590-\u05ff]"),
    "Devanagari": re.compile("[\u0900-\u097f]"),
    "Thai": re.compile("[\u0e00-\u0e7f]"),
}
_KANA_SHARE = 0.1  # Japanese is mostly Chinese characters with some kana between them

_COMMON = {
    "English": "the and of to in is was that it for with he she his her as on are this had not but they from by have",
    "German": "der die das und ist nicht ein eine zu den mit von sich auf dem des im für als auch wurde er sie war ich",
    "French": "le la les et des est un une du en que qui dans pour pas sur au avec il elle plus par ce sont été je",
    "Spanish": "el la los las y de que en un una es por con no se del su para al lo como más fue pero está ella muy",
    "Portuguese": "o a os as e de que em um uma é por com não se do da no na para ao mais foi seu ela ele mas são",
    "Italian": "il la i gli e di che in un una è per con non si del della nel sono al da ha anche più era lei lui",
    "Dutch": "de het een en van is dat niet op te zijn met voor die in aan er ook als was hij zij werd bij naar maar",
    "Swedish": "och att det som en är på för med av den till inte har de ett om var jag han hon från sig men vid",
    "Danish": "og at det som en er på for med af den til ikke har de et om var jeg han hun fra sig men ved blev",
    "Polish": "na nie się jest że jak był była od po za przez dla ale co jego jej są oraz tak tym przy także które",
    "Czech": "na se je že jako pro ale byl byla jeho její po za od ve které který také jsem byly podle",
    "Turkish": "ve bir bu da de için ile çok olarak olan gibi daha ne ama o ben var kadar sonra her en onun değil",
    "Finnish": "ja on ei se että oli hän mutta kun niin myös joka ovat tai sen ollut ole kuin minä mukaan hänen vain",
}
# A single plain letter is an abbreviation or a label in any language.
_WORDS_OF = {
    language: frozenset(word for word in words.split() if len(word) > 1 or not word.isascii())
    for language, words in _COMMON.items()
}
_WORD = re.compile(r"[^\W\d_]+")


def language_of(text: str) -> str:
    """Return the language or script of a text, or an empty string where that is not sure.

    Example:
        >>> language_of("She was in the garden with her mother and the dog.")
        'English'
        >>> language_of("Ana, Porto, 1987")
        ''
    """
    words = [word.lower() for word in _WORD.findall(text)]
    letters = sum(map(len, words))
    if not letters:
        return ""
    shares = {script: len(pattern.findall(text)) / letters for script, pattern in SCRIPTS.items()}
    if shares["Japanese"] >= _KANA_SHARE and shares["Japanese"] + shares["Chinese"] > 1 / 2:
        return "Japanese"
    for script, share in shares.items():
        if share > 1 / 2:
            return script
    return _by_common_words(words) if len(words) >= _FEWEST_WORDS else ""


def _by_common_words(words: list[str]) -> str:
    hits = Counter[str]()
    for word, count in Counter(words).items():
        for language, common in _WORDS_OF.items():
            if word in common:
                hits[language] += count
    if not hits:
        return ""
    (best, most), *others = hits.most_common(2)
    second = others[0][1] if others else 0
    sure = most >= max(_FEWEST_HITS, _SMALLEST_SHARE * len(words)) and most >= _LEAD * second
    return best if sure else ""
