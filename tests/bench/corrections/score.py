"""How well corrections retire what they correct, and nothing else, with no model configured.

    python -m tests.bench.corrections.score [--split dev|unseen|all] [--errors] [--family NAME] [--permutations]

`scenarios.jsonl`: one scenario a line. `sessions` are lists of user turns, a week apart. A fact is a list of parts
that a statement must all contain ("a|b" = either, "!a" = not). `new` are facts that must be active in the end, `gone`
facts that were said in an earlier turn and must be retired, `never` slips corrected in the same breath, and `keep`
facts that nothing may retire. The scenarios of the split `unseen` were written before any rule was tuned on `dev`.

Every fact under `gone` and `keep` is one decision: retire or not. *Retired* counts as right only if the fact had been
extracted when it was said and every fact under `new` is active. *Kept* counts as right if the fact is active at the
end. Precision of retiring is the share of the retired statements that had to go.
"""

from __future__ import annotations

import argparse
import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from agent_memory.memories.attributes import Agreement, agreement, single_valued
from agent_memory.memories.model import Status
from agent_memory.platform.models.offline.embedder import OfflineEmbedder
from tests.bench.corrections.play import Outcome, Said, Scenario, by_session, fits, load, play, turns_of

_MOST_ORDERS = 24


@cache
def _embedder() -> OfflineEmbedder:
    return OfflineEmbedder()


@cache
def embed(text: str) -> tuple[float, ...]:
    """The offline embedder's vector."""
    return tuple(_embedder().embed([text])[0])


@dataclass
class Tally:
    """Counts of a part."""

    scenarios: int = 0
    right: int = 0
    gone: int = 0
    gone_right: int = 0
    retired: int = 0
    retired_right: int = 0
    keep: int = 0
    keep_right: int = 0
    new: int = 0
    new_right: int = 0
    conflicting: int = 0
    errors: list[str] = field(default_factory=list[str])


@dataclass(frozen=True)
class Verdict:
    """One scenario, judged."""

    new_right: int
    gone_right: int
    keep_right: int
    never_wrong: int
    retired: int
    retired_right: int
    conflicting: int
    right: bool
    errors: tuple[str, ...]


def judge(scenario: Scenario, outcome: Outcome) -> Verdict:
    """What came out against what had to."""
    active, retired = outcome.contents(), outcome.contents(Status.SUPERSEDED)
    said = [result.content for result in outcome.results if result.content]
    new, gone, keep, never = (scenario.get(name, []) for name in ("new", "gone", "keep", "never"))
    errors = [f"not active: {'&'.join(fact)}" for fact in new if not _any(fact, active)]
    complete = not errors
    gone_right = 0
    for fact in gone:
        if not _any(fact, [*said, *retired]):
            errors.append(f"never read: {'&'.join(fact)}")
        elif _any(fact, active):
            errors.append(f"still active: {'&'.join(fact)}")
        else:
            gone_right += complete
    errors += [f"lost: {'&'.join(fact)}" for fact in keep if not _any(fact, active)]
    slips = [f"slip kept: {'&'.join(fact)}" for fact in never if _any(fact, active)]
    wrongly = [text for text in retired if not (any(fits(fact, text) for fact in [*gone, *never]) or _is_denial(text))]
    conflicts = conflicting(active)
    errors += slips + [f"wrongly retired: {text}" for text in wrongly] + [f"conflict: {a} | {b}" for a, b in conflicts]
    return Verdict(
        new_right=sum(_any(fact, active) for fact in new),
        gone_right=gone_right,
        keep_right=sum(_any(fact, active) for fact in keep),
        never_wrong=len(slips),
        retired=len(retired),
        retired_right=len(retired) - len(wrongly),
        conflicting=len(conflicts),
        right=not errors,
        errors=tuple(errors),
    )


def conflicting(active: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of active statements that cannot both be true."""
    known = [(text, attribute) for text in active if (attribute := single_valued(text)) is not None]
    return [(a, b) for (a, x), (b, y) in itertools.combinations(known, 2) if agreement(x, y) is Agreement.CONFLICT]


def _is_denial(text: str) -> bool:
    """ "Does not use A any more": said of the past only, and superfluous once B is known."""
    attribute = single_valued(text)
    return attribute is not None and attribute.value.startswith("!")


def _any(fact: Sequence[str], contents: Iterable[str]) -> bool:
    return any(fits(fact, content) for content in contents)


def played(scenario: Scenario) -> Outcome:
    """A scenario as a worker gathers it: a batch a session, in order."""
    return play(by_session(turns_of(scenario)), embed)


def orders(turns: Sequence[Said]) -> list[tuple[Said, ...]]:
    """Orders of arrival, every turn on its own."""
    return list(itertools.islice(itertools.permutations(turns), _MOST_ORDERS))


def disordered(scenario: Scenario) -> list[str]:
    """Active sets that differ from the one in order, whichever way the turns arrive."""
    expected = played(scenario).contents()
    found = {tuple(sorted(play([[turn] for turn in order], embed).contents())) for order in orders(turns_of(scenario))}
    return [" / ".join(other) for other in found if other != tuple(sorted(expected))]


def score(scenarios: Iterable[Scenario]) -> dict[str, Tally]:
    """Tallies by split, language and family."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for scenario in scenarios:
        outcome = played(scenario)
        verdict = judge(scenario, outcome)
        split, lang = scenario["split"], scenario["lang"]
        for name in (split, f"{split} {lang}", f"family {scenario['family']} {split} {lang}"):
            tally = tallies[name]
            tally.scenarios += 1
            tally.right += verdict.right
            tally.gone += len(scenario.get("gone", []))
            tally.gone_right += verdict.gone_right
            tally.retired += verdict.retired
            tally.retired_right += verdict.retired_right
            tally.keep += len(scenario.get("keep", []))
            tally.keep_right += verdict.keep_right
            tally.new += len(scenario.get("new", []))
            tally.new_right += verdict.new_right
            tally.conflicting += verdict.conflicting
            if verdict.errors:
                tally.errors.append(f"{scenario['id']}: {'; '.join(verdict.errors)}  <- {outcome.contents()}")
    return dict(tallies)


def _rate(part: int, whole: int) -> str:
    return f"{part / whole:6.3f} ({part}/{whole})" if whole else "     –"


def report(tallies: dict[str, Tally]) -> str:
    """The table for the bench results."""
    columns = ("scenarios right", "retiring P", "retiring R", "keeping R", "new facts R")
    lines = [f"{'':36}" + "".join(f"{column:>20}" for column in columns) + "  conflicts"]
    for name, t in sorted(tallies.items(), key=lambda item: (item[0].startswith("family"), item[0])):
        rates = (
            (t.right, t.scenarios), (t.retired_right, t.retired), (t.gone_right, t.gone), (t.keep_right, t.keep),
            (t.new_right, t.new),
        )  # fmt: skip
        lines.append(f"{name:36}" + "".join(f"{_rate(*rate):>20}" for rate in rates) + f"{t.conflicting:>11}")
    return "\n".join(lines)


def main() -> None:
    """Prints the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", default="all", choices=["dev", "unseen", "all"])
    parser.add_argument("--family", default="")
    parser.add_argument("--errors", action="store_true", help="list every scenario that went wrong")
    parser.add_argument("--families", action="store_true", help="one line a family")
    parser.add_argument("--permutations", action="store_true", help="also play every order of arrival")
    options = parser.parse_args()
    scenarios = [
        scenario
        for scenario in load()
        if options.split in ("all", scenario["split"]) and scenario["family"].startswith(options.family)
    ]
    tallies = score(scenarios)
    print(report({k: v for k, v in tallies.items() if options.families or not k.startswith("family")}))
    if options.errors:
        print(
            "\n".join(error for name, tally in tallies.items() if name in ("dev", "unseen") for error in tally.errors)
        )
    if options.permutations:
        wrong = {scenario["id"]: other for scenario in scenarios if (other := disordered(scenario))}
        print(f"\norder of arrival matters in {len(wrong)} of {len(scenarios)} scenarios")
        if options.errors:
            print("\n".join(f"{name}: {other}" for name, other in wrong.items()))


if __name__ == "__main__":
    main()
