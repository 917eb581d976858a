"""The table for programs: the use cases of the pages as JSON, described by OpenAPI.

    request ──► guard ──► body as a type with bounds ──► one use case, in a thread ──► document
                                  └─ whatever is refused: one document with a code, a sentence and what helps

``operations`` lists everything there is; routes, OpenAPI document and the page about it are made from that list.
"""
