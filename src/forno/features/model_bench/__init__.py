"""Benchmark of language models: they play against bots, and reviews part memory, judgement and luck."""

from forno.features.model_bench.bench import AddressModel, Bench, CommandModel, ModelGame, play_bench, table

__all__ = ["AddressModel", "Bench", "CommandModel", "ModelGame", "play_bench", "table"]
