"""What a print shop asks for and reportlab cannot write, added by pikepdf: PDF/X, spot colours, overprint.

PDF/X-4 is ISO 15930-7, PDF/X-1a:2003 is ISO 15930-4. The output intent names the printing condition the colours are
made for and holds its ICC profile: offset on coated paper, FOGRA39, in a version that is free of rights.
"""

import hashlib
import io
from collections.abc import Iterable
from importlib.resources import files
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from .canvas import VERSIONS, About
from .ink import Ink, spot_resource
from .profile import Profile, Standard

CONDITION = "FOGRA39"
CONDITION_TEXT = "Offset printing on coated paper by ISO 12647-2:2004/Amd 1, paper type 1 or 2"
REGISTRY = "http://www.color.org"
ICC = "FOGRA39L_coated.icc"
# Files with the same content are the same bytes: they all were made at this moment.
MOMENT, MOMENT_XMP = "D:20000101000000+00'00'", "2000-01-01T00:00:00+00:00"


def finish(data: bytes, profile: Profile, about: About, inks: Iterable[Ink]) -> bytes:
    """Return the file as the standard of the profile asks."""
    standard = profile.file.standard
    with pikepdf.open(io.BytesIO(data)) as pdf:
        _describe(pdf, standard, about, hashlib.sha256(data).hexdigest())
        pdf.Root.OutputIntents = Array([pdf.make_indirect(_intent(pdf))])
        resources = _resources(pdf, inks)
        for page in pdf.pages:
            for kind, objects in resources.items():
                page.obj.Resources[kind] = objects
            for key in ("/Trans", "/Group"):
                if key in page.obj:
                    del page.obj[key]
        output = io.BytesIO()
        pdf.save(
            output,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            force_version=".".join(map(str, VERSIONS[standard])),
            fix_metadata_version=False,
        )
    return output.getvalue()


def output_profile() -> bytes:
    """Return the ICC profile of the printing condition."""
    return files(__package__).joinpath("icc", ICC).read_bytes()


def _intent(pdf: pikepdf.Pdf) -> Dictionary:
    return Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(CONDITION),
        OutputCondition=String(CONDITION_TEXT),
        RegistryName=String(REGISTRY),
        Info=String(CONDITION_TEXT),
        DestOutputProfile=pdf.make_indirect(Stream(pdf, output_profile(), N=4)),
    )


def _resources(pdf: pikepdf.Pdf, inks: Iterable[Ink]) -> dict[str, pikepdf.Object]:
    """Return what every page needs beside fonts: spot colours with their process build, states of overprinting."""
    spaces = Dictionary()
    for ink in inks:
        mix = Dictionary(
            FunctionType=2, Domain=[0, 1], N=1, C0=[0, 0, 0, 0], C1=[round(share, 3) for share in ink.cmyk]
        )
        name = Name("/" + ink.spot)
        spaces["/" + spot_resource(ink.spot)] = Array([Name.Separation, name, Name.DeviceCMYK, pdf.make_indirect(mix)])
    states = Dictionary(
        Over=Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=1),
        Knock=Dictionary(Type=Name.ExtGState, OP=False, op=False, OPM=0),
    )
    return {"/ColorSpace": pdf.make_indirect(spaces), "/ExtGState": pdf.make_indirect(states)}


def _describe(pdf: pikepdf.Pdf, standard: Standard, about: About, digest: str) -> None:
    info = pdf.docinfo
    for key in list(info.keys()):
        del info[key]
    texts = {"Title": about.title, "Author": about.author, "Subject": about.subject, "Creator": "wildmix"}
    for key, text in {**texts, "Producer": "wildmix", "CreationDate": MOMENT, "ModDate": MOMENT}.items():
        info[f"/{key}"] = String(text)
    info.Trapped = Name("/False")
    if standard is Standard.X1A:
        info["/GTS_PDFXVersion"] = String(standard.value)
        info["/GTS_PDFXConformance"] = String(standard.value)
    metadata = Stream(pdf, _xmp(standard, about, digest).encode("utf-8"), Type=Name.Metadata, Subtype=Name.XML)
    pdf.Root.Metadata = pdf.make_indirect(metadata)


def _xmp(standard: Standard, about: About, digest: str) -> str:
    space = "http://www.npes.org/pdfx/ns/id/" if standard is Standard.X4 else "http://ns.adobe.com/pdfx/1.3/"
    uuid = f"uuid:{digest[:8]}-{digest[8:12]}-5{digest[13:16]}-a{digest[17:20]}-{digest[20:32]}"
    language = escape(about.language)
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="{space}">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(about.title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{escape(about.author)}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{escape(about.subject)}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>wildmix</xmp:CreatorTool>
<xmp:CreateDate>{MOMENT_XMP}</xmp:CreateDate>
<xmp:ModifyDate>{MOMENT_XMP}</xmp:ModifyDate>
<xmp:MetadataDate>{MOMENT_XMP}</xmp:MetadataDate>
<xmpMM:DocumentID>{uuid}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>wildmix</pdf:Producer>
<pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion>{escape(standard.value)}</pdfxid:GTS_PDFXVersion>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""
