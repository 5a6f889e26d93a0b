"""Extraction by grammar: what serves when no model endpoint is configured."""

from agent_memory.extraction.grammar.extractor import GrammarExtractor

__all__ = ["GrammarExtractor"]
