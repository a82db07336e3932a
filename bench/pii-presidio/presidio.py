"""Measures Presidio's findings and CPU time over labelled texts (JSON lines on stdin; one JSON object on stdout).

Presidio is configured to perform as well as possible: Indian recognizers are on, phone numbers use region IN, the tokenizer
is blank (with a model the findings are the same but it is fifteen times slower), the threshold is 0.4, and the better of two
overlapping findings is kept.
"""

import json
import logging
import sys
import time

import spacy
from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import NlpArtifacts, NlpEngine
from presidio_analyzer.predefined_recognizers import (
    CreditCardRecognizer,
    EmailRecognizer,
    InAadhaarRecognizer,
    InPanRecognizer,
    PhoneRecognizer,
)
from presidio_analyzer.predefined_recognizers.country_specific.india.in_gstin_recognizer import InGstinRecognizer

logging.disable(logging.WARNING)

TYPES = {
    "IN_AADHAAR": "aadhaar",
    "IN_PAN": "pan",
    "IN_GSTIN": "gstin",
    "CREDIT_CARD": "card",
    "EMAIL_ADDRESS": "email",
    "PHONE_NUMBER": "phone",
}
LONG = 200_000


class BlankEngine(NlpEngine):
    """A tokenizer without a model."""

    engine_name = "blank"
    is_available = True

    def __init__(self):
        self.load()

    def load(self):
        self.nlp = spacy.blank("en")
        self.nlp.max_length = 10_000_000

    def is_loaded(self):
        return True

    def process_text(self, text, language):
        doc = self.nlp(text)
        return NlpArtifacts(
            entities=[],
            tokens=doc,
            tokens_indices=[token.idx for token in doc],
            lemmas=[token.text.lower() for token in doc],
            nlp_engine=self,
            language=language,
            scores=[],
        )

    def process_batch(self, texts, language, batch_size=1, n_process=1, as_tuples=False):
        for text in texts:
            yield text, self.process_text(text, language)

    def is_stopword(self, word, language):
        return self.nlp.vocab[word].is_stop

    def is_punct(self, word, language):
        return self.nlp.vocab[word].is_punct

    def get_supported_entities(self):
        return []

    def get_supported_languages(self):
        return ["en"]


def build():
    recognizers = [
        InAadhaarRecognizer(),
        InPanRecognizer(),
        InGstinRecognizer(),
        CreditCardRecognizer(),
        EmailRecognizer(),
        PhoneRecognizer(supported_regions=("IN",)),
    ]
    registry = RecognizerRegistry(recognizers=recognizers, supported_languages=["en"])
    return AnalyzerEngine(registry=registry, nlp_engine=BlankEngine(), supported_languages=["en"])


def apart(results):
    """Keeps only one of any overlapping findings: the one with the higher score or, if the scores are equal, the longer one."""
    kept = []
    for one in sorted(results, key=lambda r: (-r.score, r.start - r.end, r.start)):
        if not any(other.start < one.end and one.start < other.end for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda r: r.start)


def main():
    texts = [json.loads(line)["text"] for line in sys.stdin]
    analyzer = build()

    def analyze(text):
        return apart(analyzer.analyze(text, "en", entities=list(TYPES), score_threshold=0.4))

    for text in texts[:20]:
        analyze(text)
    begun = time.process_time()
    found = [[[TYPES[r.entity_type], r.start, r.end] for r in analyze(text)] for text in texts]
    seconds = time.process_time() - begun
    whole = "\n".join(texts)
    long = (whole + "\n") * (LONG // len(whole) + 1)
    begun = time.process_time()
    analyze(long[:LONG])
    json.dump({"found": found, "seconds": seconds, "longSeconds": time.process_time() - begun}, sys.stdout)


main()
