"""Workbooks written part by part, so that a test holds all that matters of them."""

import io
import zipfile

_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_STYLES = """<styleSheet>
<numFmts><numFmt numFmtId="164" formatCode="yyyy"/><numFmt numFmtId="165" formatCode="0000"/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>"""


def zipped(parts: dict[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def xlsx(
    *sheets: tuple[str, str], texts: tuple[str, ...] = (), hidden: tuple[str, ...] = (), styles: str = _STYLES
) -> bytes:
    """Return a workbook of (name, rows as XML); styles 1 to 3 are a date, a year alone, four digits."""
    states = dict.fromkeys(hidden, 'state="hidden"')
    listed = "".join(
        f'<sheet name="{name}" sheetId="{at}" r:id="r{at}" {states.get(name, "")}/>'
        for at, (name, _) in enumerate(sheets, 1)
    )
    relations = "".join(
        f'<Relationship Id="r{at}" Type="{_RELATIONS}/worksheet" Target="worksheets/s{at}.xml"/>'
        for at in range(1, len(sheets) + 1)
    )
    shared = "".join(f"<si><t>{text}</t></si>" for text in texts)
    return zipped(
        {
            "xl/workbook.xml": f'<workbook xmlns:r="{_RELATIONS}"><sheets>{listed}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f"<Relationships>{relations}</Relationships>",
            "xl/sharedStrings.xml": f"<sst>{shared}</sst>",
            "xl/styles.xml": styles,
            **{
                f"xl/worksheets/s{at}.xml": rows
                if rows.startswith("<worksheet")
                else f"<worksheet><sheetData>{rows}</sheetData></worksheet>"
                for at, (_, rows) in enumerate(sheets, 1)
            },
        }
    )


def row(number: int, *cells: str) -> str:
    """Return a row of an XLSX sheet whose cells are texts, or XML if they begin with ``<``."""
    written = (
        cell if cell.startswith("<") else f'<c r="{chr(65 + at)}{number}" t="inlineStr"><is><t>{cell}</t></is></c>'
        for at, cell in enumerate(cells)
    )
    return f'<row r="{number}">{"".join(written)}</row>'


def ods(*sheets: tuple[str, str], locked: bool = False) -> bytes:
    tables = "".join(f'<table:table table:name="{name}">{rows}</table:table>' for name, rows in sheets)
    names = "xmlns:table='t' xmlns:office='o' xmlns:text='x'"
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f"<manifest>{'<encryption-data/>' if locked else ''}</manifest>",
            "content.xml": f"<office:document-content {names}>{tables}</office:document-content>",
        }
    )
