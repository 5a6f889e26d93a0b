"""CloudFormation's intrinsic functions, resolved to local values. Pure: no files, no network."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from agent_memory_local.errors import TemplateError
from agent_memory_local.model import ACCOUNT_ID, PARTITION, REGION, Json

Attributes = Mapping[str, str]
"""Values of one resource: `Ref` under the key `Ref`, attributes under their own names."""

_REMOVED = object()  # what AWS::NoValue leaves behind until its property is dropped
_VARIABLE = re.compile(r"\$\{(!?)([^{}]+)\}")


@dataclass(frozen=True)
class Resolver:
    """Resolves values of one template.

    Args:
        parameters: every parameter that has a value; a list parameter has a list.
        declared: names of all parameters, to tell "no value" from "no such name".
        resources: for each logical id the values other resources may refer to.
        conditions: the template's conditions, unresolved.
        mappings: the template's mappings.
        stack_name: value of `AWS::StackName`.
    """

    parameters: Mapping[str, Any]
    declared: frozenset[str]
    resources: Mapping[str, Attributes]
    conditions: Mapping[str, Any] = field(default_factory=dict[str, Any])
    mappings: Mapping[str, Any] = field(default_factory=dict[str, Any])
    stack_name: str = "local"

    def value(self, node: object) -> Any:
        """The node with every intrinsic function replaced; properties set to AWS::NoValue are gone.

        Errors: TemplateError for an unknown function, an unknown name, or a parameter without a value.
        """
        result = self._resolve(node)
        return None if result is _REMOVED else result

    def text(self, node: object) -> str:
        """The node as text; booleans and numbers are spelled as CloudFormation does."""
        return _spelled(self.value(node))

    def condition(self, name: str) -> bool:
        """The truth of a named condition. Errors: TemplateError when the template has no such condition."""
        if name not in self.conditions:
            raise TemplateError(f"the template has no condition {name}")
        return self._truth(self.conditions[name])

    def _resolve(self, node: object) -> Any:
        if isinstance(node, dict):
            mapping = cast("Json", node)
            if len(mapping) == 1:
                name, argument = next(iter(mapping.items()))
                function = self._functions().get(name)
                if function is not None:
                    return function(argument)
                if name.startswith("Fn::"):
                    raise TemplateError(f"the local stack does not know {name}")
            resolved = {key: self._resolve(inner) for key, inner in mapping.items()}
            return {key: inner for key, inner in resolved.items() if inner is not _REMOVED}
        if isinstance(node, list):
            items = [self._resolve(inner) for inner in cast("list[Any]", node)]
            return [inner for inner in items if inner is not _REMOVED]
        return node

    def _functions(self) -> Mapping[str, Callable[[Any], Any]]:
        return {
            "Ref": self._ref,
            "Fn::GetAtt": self._get_att,
            "Fn::Sub": self._sub,
            "Fn::Join": lambda pair: _spelled(pair[0]).join(_spelled(part) for part in self._resolve(pair[1])),
            "Fn::If": lambda triple: self._resolve(triple[1 if self.condition(triple[0]) else 2]),
            "Fn::Select": lambda pair: self._resolve(pair[1])[int(self.text(pair[0]))],
            "Fn::Split": lambda pair: self.text(pair[1]).split(pair[0]),
            "Fn::FindInMap": self._find_in_map,
            "Condition": self._condition_or_literal,
        }

    def _condition_or_literal(self, argument: Any) -> Any:
        # `Condition` is also an ordinary key (of a policy statement, say); there its value is a mapping.
        return self.condition(argument) if isinstance(argument, str) else {"Condition": self._resolve(argument)}

    def _ref(self, name: str) -> Any:
        pseudo = self._pseudo(name)
        if pseudo is not None:
            return pseudo
        if name in self.parameters:
            return self.parameters[name]
        if name in self.declared:
            raise TemplateError(f"parameter {name} has no default: give the local stack a value for it")
        return self._attribute(name, "Ref")

    def _pseudo(self, name: str) -> Any:
        return {
            "AWS::Region": REGION,
            "AWS::AccountId": ACCOUNT_ID,
            "AWS::Partition": PARTITION,
            "AWS::StackName": self.stack_name,
            "AWS::StackId": f"arn:{PARTITION}:cloudformation:{REGION}:{ACCOUNT_ID}:stack/{self.stack_name}/local",
            "AWS::URLSuffix": "amazonaws.com",
            "AWS::NoValue": _REMOVED,
        }.get(name)

    def _get_att(self, argument: str | list[str]) -> str:
        name, _, attribute = (argument if isinstance(argument, str) else ".".join(argument)).partition(".")
        return self._attribute(name, attribute)

    def _attribute(self, name: str, attribute: str) -> str:
        if name not in self.resources:
            raise TemplateError(f"the template has neither a parameter nor a resource {name}")
        # Resources without a local counterpart (roles, subnets, clusters) get a recognisable stand-in.
        return self.resources[name].get(attribute, name if attribute == "Ref" else f"local-{name}-{attribute}")

    def _sub(self, argument: Any) -> str:
        text, extra = (argument, {}) if isinstance(argument, str) else (argument[0], cast("Json", argument[1]))

        def replace(match: re.Match[str]) -> str:
            literal, name = match.groups()
            if literal:
                return f"${{{name}}}"
            name = name.strip()
            if name in extra:
                return self.text(extra[name])
            return _spelled(self._get_att(name) if "." in name else self._ref(name))

        return _VARIABLE.sub(replace, text)

    def _find_in_map(self, argument: list[Any]) -> Any:
        name, first, second = (self.text(part) for part in argument)
        try:
            return self.mappings[name][first][second]
        except KeyError as error:
            raise TemplateError(f"mapping {name} has no {first}/{second}") from error

    def _truth(self, node: object) -> bool:
        if isinstance(node, dict) and len(cast("Json", node)) == 1:
            name, argument = next(iter(cast("Json", node).items()))
            if name == "Fn::Equals":
                return self.text(argument[0]) == self.text(argument[1])
            if name == "Fn::Not":
                return not self._truth(argument[0])
            if name == "Fn::And":
                return all(self._truth(part) for part in argument)
            if name == "Fn::Or":
                return any(self._truth(part) for part in argument)
            if name == "Condition":
                return self.condition(argument)
        raise TemplateError(f"not a condition the local stack knows: {node!r}")


def _spelled(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict):
        raise TemplateError(f"text was expected, found {value!r}")
    return str(value)
