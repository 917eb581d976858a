"""The MCP server: lists the tools, calls one, and keeps every answer short.

    client ──► stdio ──► arguments as a type ──► desk ──► document ──► text and structured content, 4 KB at most

What cannot be done is an answer too, marked as an error: an assistant reads the sentence and the call that helps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import anyio
import msgspec
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from kernelkit.spoken import SpokenError
from mazzo import __version__
from mazzo.mcp.refusals import misfit_text, refusal_text, unknown_tool_text
from mazzo.mcp.tools import Tool
from mazzo.schemas.assistant import Answer
from mazzo.schemas.document import json_text

MOST_BYTES = 4096
"""An answer with everything in it is never longer."""
INSTRUCTIONS = (
    "Two card games. Queen's Blood: qb_new_match, then follow next_step of each answer; qb_recommend asks the coach. "
    "Solitario: solitaire_new_game, then solitaire_play. Cards are named with their ids; tiles are T1 to B5 from your "
    "side. Nothing is kept when the server ends."
)


def serve(tools: Mapping[str, Tool], language: str) -> None:
    """Answer on standard input and output until the client leaves."""
    anyio.run(_served, server(tools, language))


async def _served(serving: Server[Any]) -> None:
    async with stdio_server() as (read, write):
        await serving.run(read, write, serving.create_initialization_options())


def server(tools: Mapping[str, Tool], language: str) -> Server[Any]:
    """The server of some tools, on no stream yet."""

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_listed(tool) for tool in tools.values()])

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        return called(tools, params.name, params.arguments or {}, language)

    return Server(
        "mazzo",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _listed(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        description=tool.purpose,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=types.ToolAnnotations(
            read_only_hint=not tool.changes, destructive_hint=False, open_world_hint=False
        ),
    )


def called(tools: Mapping[str, Tool], name: str, arguments: Mapping[str, Any], language: str) -> types.CallToolResult:
    """The result of one call, whatever comes of it."""
    tool = tools.get(name)
    if tool is None:
        return _refused(unknown_tool_text(name, list(tools), language))
    try:
        return fitted(tool.call(arguments))
    except msgspec.ValidationError as error:
        return _refused(misfit_text(name, error, language))
    except SpokenError as error:
        return _refused(refusal_text(error, language))


def fitted(answer: Answer) -> types.CallToolResult:
    """The answer as text and as data, shortened until all of it together is short enough."""
    result = _answered(answer)
    while size(result) > MOST_BYTES and (shorter := answer.shortened()) is not None:
        answer = shorter
        result = _answered(answer)
    return result


def size(result: types.CallToolResult) -> int:
    """How many bytes a result has when it is sent."""
    return len(result.model_dump_json(by_alias=True, exclude_none=True).encode())


def _answered(answer: Answer) -> types.CallToolResult:
    text = json_text(answer)
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text)], structured_content=msgspec.json.decode(text)
    )


def _refused(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True)
