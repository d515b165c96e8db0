"""One list, many outputs: feed, tables, pages, release notes, sheets, all from the same entries."""
