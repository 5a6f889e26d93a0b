"""English messages and the statements they make, by topic."""

from __future__ import annotations

import pytest

from tests.unit.extraction.grammar.support import said


def check(message: str, *statements: str) -> None:
    assert said(message) == list(statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        (
            "Hi, my name is Emma Clarke and I'm 34 years old.",
            ["The user's name is Emma Clarke", "The user is 34 years old"],
        ),
        (
            "I'm Sarah, a UX designer living in Toronto.",
            ["The user is called Sarah", "The user is a UX designer", "The user lives in Toronto"],
        ),
        ("I was born on May 20, 1990.", ["The user was born on May 20, 1990"]),
        ("My birthday is August 15.", ["The user's birthday is August 15"]),
        (
            "I'm from Mexico but I live in Austin, Texas.",
            ["The user is from Mexico", "The user lives in Austin, Texas"],
        ),
        ("My native language is Polish.", ["The user's native language is Polish"]),
        ("I'm married with three kids.", ["The user is married with three kids"]),
        ("I graduated from MIT in 2012.", ["The user graduated from MIT in 2012"]),
    ],
)
def test_identity(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        ("I live in Suzhou with my wife and two kids.", ["The user lives in Suzhou with their wife and two kids"]),
        ("I just moved from Boston to Seattle for a new job.", ["The user moved from Boston to Seattle for a new job"]),
        ("I no longer live in Paris.", ["The user no longer lives in Paris"]),
        ("I'm based in Amsterdam.", ["The user is based in Amsterdam"]),
        (
            "I used to live in Beijing, but I moved back to Chengdu in 2020.",
            ["The user used to live in Beijing", "The user moved back to Chengdu in 2020"],
        ),
        ("I've lived in London for ten years.", ["The user has lived in London for ten years"]),
    ],
)
def test_homes(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        (
            "I'm a product manager at a fintech startup in Berlin.",
            ["The user is a product manager at a fintech startup in Berlin"],
        ),
        ("I work at Siemens as a mechanical engineer.", ["The user works at Siemens as a mechanical engineer"]),
        ("I've been a nurse for twelve years.", ["The user has been a nurse for twelve years"]),
        ("I lead a team of six designers.", ["The user leads a team of six designers"]),
        ("As a teacher, I grade a lot of essays.", ["The user is a teacher"]),
        ("I was promoted to head of sales in January.", ["The user was promoted to head of sales in January 2026"]),
        ("I run a bakery with three employees, do I need a license?", ["The user runs a bakery with three employees"]),
    ],
)
def test_work(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        ("I code in Python and use VS Code.", ["The user codes in Python", "The user uses VS Code"]),
        ("We use Kafka for event streaming.", ["The user's team uses Kafka for event streaming"]),
        ("Our ERP is SAP Business One.", ["The user's ERP is SAP Business One"]),
        ("I drive a 2019 Toyota Corolla.", ["The user drives a 2019 Toyota Corolla"]),
        ("I speak Spanish and a little Portuguese.", ["The user speaks Spanish and a little Portuguese"]),
        ("I'm good at Excel but I don't know any SQL.", ["The user is good at Excel", "The user doesn't know any SQL"]),
    ],
)
def test_tools_and_skills(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        ("I love hiking and camping.", ["The user loves hiking and camping"]),
        ("I'm not a fan of horror movies.", ["The user is not a fan of horror movies"]),
        ("My favorite band is Radiohead.", ["The user's favorite band is Radiohead"]),
        ("I usually go running before work.", ["The user usually goes running before work"]),
        ("I'd rather take the train than fly.", ["The user would rather take the train than fly"]),
        ("I go to the gym three times a week.", ["The user goes to the gym three times a week"]),
        ("I take my coffee with oat milk.", ["The user takes their coffee with oat milk"]),
        ("My hobbies are pottery and birdwatching.", ["The user's hobbies are pottery and birdwatching"]),
    ],
)
def test_tastes_and_habits(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        (
            "I'm vegetarian, I hate mushrooms and I'm allergic to soy.",
            ["The user is vegetarian", "The user hates mushrooms", "The user is allergic to soy"],
        ),
        ("I have type 2 diabetes.", ["The user has type 2 diabetes"]),
        (
            "My doctor told me I have high blood pressure.",
            ["The user's doctor told them they have high blood pressure"],
        ),
        (
            "I hurt my knee last year and can't run anymore.",
            ["The user hurt their knee in 2025", "The user can't run anymore"],
        ),
        (
            "Our marketing budget is capped at 20,000 euros per quarter.",
            ["The user's marketing budget is capped at 20,000 euros per quarter"],
        ),
        (
            "I have to submit the grant proposal by April 15.",
            ["The user has to submit the grant proposal by April 15, 2026"],
        ),
        ("I never take meetings before 10 am.", ["The user never takes meetings before 10 am"]),
    ],
)
def test_health_and_limits(message: str, statements: list[str]) -> None:
    check(message, *statements)


@pytest.mark.parametrize(
    ("message", "statements"),
    [
        (
            "My daughter Emma is 7 and loves dinosaurs.",
            ["The user's daughter Emma is 7 years old", "The user's daughter Emma loves dinosaurs"],
        ),
        (
            "My dad retired last year. He lives in Lisbon.",
            ["The user's dad retired in 2025", "The user's dad lives in Lisbon"],
        ),
        ("My parents live in Lisbon.", ["The user's parents live in Lisbon"]),
        ("My husband's name is Daniel.", ["The user's husband's name is Daniel"]),
        ("We have a golden retriever called Max.", ["The user has a golden retriever called Max"]),
        ("My manager is called Sarah.", ["The user's manager is called Sarah"]),
        (
            "My wife and I are expecting our second baby in June.",
            ["The user and their wife are expecting their second baby in June 2026"],
        ),
    ],
)
def test_people_and_pets(message: str, statements: list[str]) -> None:
    check(message, *statements)
