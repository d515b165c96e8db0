"""The same event twice: which cards tell one event, whether their years agree, and what people decided about them."""

from .decisions import Decision, Decisions, agreed, card_hash, decide_help, read_decisions, still_says, write_decisions
from .find import compare, compare_all, find_pairs, score_all, score_cards
from .follow import closed
from .groups import as_json as groups_as_json
from .groups import crowds, groups
from .pair import Answer, Pair, Verdict, verdict
from .report import (
    contradictions,
    decision_findings,
    encoder_findings,
    language_findings,
    newest_help,
    pair_findings,
    report_help,
)
from .review import REPLIES, Printed, Question, Reply, answer_of, disagree, drafts, questions, undone
from .rules import Rules, read_rules
from .score import Score, score_pairs, score_texts
from .table import score_table
from .texts import EventText

__all__ = [
    "REPLIES",
    "Answer",
    "Decision",
    "Decisions",
    "EventText",
    "Pair",
    "Printed",
    "Question",
    "Reply",
    "Rules",
    "Score",
    "Verdict",
    "agreed",
    "answer_of",
    "card_hash",
    "closed",
    "compare",
    "compare_all",
    "contradictions",
    "crowds",
    "decide_help",
    "decision_findings",
    "disagree",
    "drafts",
    "encoder_findings",
    "find_pairs",
    "groups",
    "groups_as_json",
    "language_findings",
    "newest_help",
    "pair_findings",
    "questions",
    "read_decisions",
    "read_rules",
    "report_help",
    "score_all",
    "score_cards",
    "score_pairs",
    "score_table",
    "score_texts",
    "still_says",
    "undone",
    "verdict",
    "write_decisions",
]
