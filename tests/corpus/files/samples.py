"""Files of each kind, made by the libraries that people make them with."""

import io
import zipfile
from collections.abc import Mapping

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

_TRACKED = """<w:p {ns}><w:r><w:t xml:space="preserve">She is </w:t></w:r>
<w:ins w:id="1" w:author="Maria Reis" w:date="2025-01-01T00:00:00Z"><w:r><w:t>better</w:t></w:r></w:ins>
<w:del w:id="2" w:author="Maria Reis"><w:r><w:delText>dying of DELETED</w:delText></w:r></w:del>
<w:hyperlink w:anchor="LINKED"><w:r><w:t xml:space="preserve"> today</w:t></w:r></w:hyperlink>
<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>MERGEFIELD INSTRUCTED</w:instrText></w:r>
<w:r><w:t>.</w:t></w:r><w:bookmarkStart w:id="3" w:name="BOOKMARKED"/><w:bookmarkEnd w:id="3"/></w:p>"""
_BOXED = """<w:p {ns} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
 xmlns:v="urn:schemas-microsoft-com:vml"><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>
<wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">
<wp:docPr id="9" name="NAMED" descr="ALTERNATIVE"/>
<w:txbxContent><w:p><w:r><w:t>Boxed words of Ana Lopes</w:t></w:r></w:p>
</w:txbxContent></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent><w:p><w:r>
<w:t>Boxed words of Ana Lopes</w:t></w:r></w:p></w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent>
</w:r></w:p>"""


def letter_docx() -> bytes:
    """Return a letter with every trap: properties, comments, tracked changes, hidden text, links, fields, boxes."""
    letter = docx.Document()
    properties = letter.core_properties
    properties.author, properties.title, properties.comments = "Maria Reis", "TITLED", "REMARKED"
    letter.add_heading("Letter about Ana Lopes", 1)
    paragraph = letter.add_paragraph("Dear ")
    paragraph.add_run("Dr. Tom Berger").bold = True
    paragraph.add_run(", my patient ")
    paragraph.add_run("Ana").italic = True
    paragraph.add_run(" Lopes").bold = True
    paragraph.add_run(" lives in Porto.")
    paragraph.add_run("HIDDEN").font.hidden = True
    letter.add_comment(paragraph.runs[0], text="COMMENTED", author="Maria Reis", initials="MR")
    for markup in (_TRACKED, _BOXED):
        letter.element.body.insert(2, parse_xml(markup.format(ns=nsdecls("w")).replace("\n", "")))
    style = letter.styles.add_style("STYLED by Maria", 1)
    letter.add_paragraph("Kind regards", style)
    table = letter.add_table(rows=2, cols=2)
    for row, cells in zip(table.rows, (("Name", "Ana Lopes"), ("Town", "Porto")), strict=True):
        for cell, words in zip(row.cells, cells, strict=True):
            cell.text = words
    letter.sections[0].header.paragraphs[0].text = "Practice of Maria Reis"
    stream = io.BytesIO()
    letter.save(stream)
    return stream.getvalue()


def with_entries(package: bytes, entries: Mapping[str, bytes]) -> bytes:
    """Return a packed file with entries put in or replaced."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name not in entries:
                new.writestr(name, old.read(name))
        for name, content in entries.items():
            new.writestr(name, content)
    return stream.getvalue()


def mail(body: str = "Ana Lopes is ill.", subtype: str = "plain") -> bytes:
    """Return a mail."""
    from email.message import EmailMessage

    message = EmailMessage()
    message["From"], message["To"] = "Maria Reis <maria@example.org>", "tom@example.org"
    message["Subject"], message["X-Mailer"] = "Überweisung", "MAILED"
    message.set_content(body, subtype=subtype)
    message.add_attachment(b"ATTACHED", maintype="application", subtype="pdf", filename="a.pdf")
    return message.as_bytes()


def pdf(*pages: str) -> bytes:
    """Return a PDF with one line of text on each page; an empty one has no text layer."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for words in pages:
        content = f"BT /F1 12 Tf 72 720 Td ({words}) Tj ET".encode("latin-1") if words else b"0 0 m"
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    made, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table)
    return (
        made + start + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(made))
    )
