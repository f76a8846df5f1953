"""Replies in the forms of mail programs, put together from what was typed, a footer and a quoted letter.

The forms follow what the programs send, in two languages; names and addresses are examples. Nothing here is taken from the tables
that are tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from html import escape

LETTER = {
    "de": (
        "Hallo Ann!", "", "Du bist am Zug: Wähle eine Karte oder passe", "-------------------------------------------",
        "[1] 36 (Tee, Münze) spielen", "[2] 40 (Gewürz) spielen", "[3] passen und eine Münze nehmen", "",
        "Das gilt nur, wenn du bis Montag antwortest. Wer sonst?", "", "-- ", "Du bekommst diese Mail, weil du mitspielst.",
    ),
    "en": (
        "Hello Ann,", "", "It is your turn: Choose a card or pass", "--------------------------------------",
        "[1] play 36 (tea, coin)", "[2] play 40 (spice)", "[3] pass and take a coin", "",
        "This only counts if you answer by Monday. Who else?", "", "-- ", "You get this mail because you play.",
    ),
}  # fmt: skip
POST, ADDRESS = "Siegelpost", "post@siegelpost.example"
HEADERS = {
    "de": (
        ("Von", f"{POST} <{ADDRESS}>"),
        ("Gesendet", "Samstag, 28. November 2026 13:02"),
        ("An", "Ann Beispiel <ann@players.example>"),
        ("Betreff", "Kontor mit Ben - Runde 1: Wähle eine Karte"),
    ),
    "en": (
        ("From", f"{POST} <{ADDRESS}>"),
        ("Sent", "Saturday, November 28, 2026 1:02 PM"),
        ("To", "Ann Beispiel <ann@players.example>"),
        ("Subject", "Kontor with Ben - Round 1: Choose a card"),
    ),
}
ABOVE = {
    "gmail": {
        "de": f"Am Sa., 28. Nov. 2026 um 13:02 Uhr schrieb {POST} <\n{ADDRESS}>:\n",
        "en": f"On Sat, Nov 28, 2026 at 1:02 PM {POST} <{ADDRESS}>\nwrote:\n",
    },
    "apple": {
        "de": f"> Am 28.11.2026 um 13:02 schrieb {POST} <{ADDRESS}>:\n> ",
        "en": f"> On 28 Nov 2026, at 13:02, {POST} <{ADDRESS}> wrote:\n> ",
    },
    "thunderbird": {"de": f"Am 28.11.2026 um 13:02 schrieb {POST}:", "en": f"On 28/11/2026 13:02, {POST} wrote:"},
    "proton": {
        "de": f"Am Samstag, 28. November 2026 um 13:02, {POST} <{ADDRESS}> schrieb:\n",
        "en": f"On Saturday, November 28th, 2026 at 13:02, {POST} <{ADDRESS}> wrote:\n",
    },
    "fastmail": {
        "de": f"Am Sa, 28. Nov 2026, um 13:02, schrieb {POST}:",
        "en": f"On Sat, 28 Nov 2026, at 1:02 PM, {POST} wrote:",
    },
    "k9": {
        "de": f"Am 28. November 2026 13:02:26 MEZ schrieb {POST} <{ADDRESS}>:",
        "en": f"On November 28, 2026 1:02:26 PM GMT+01:00, {POST} <{ADDRESS}> wrote:",
    },
    "spark": {
        "de": f"Am 28. Nov. 2026, 13:02 +0100 schrieb {POST} <{ADDRESS}>:",
        "en": f"On 28 Nov 2026, 13:02 +0100, {POST} <{ADDRESS}>, wrote:",
    },
    "horde": {"de": f"Zitat von {POST} <{ADDRESS}>:\n", "en": f"Quoting {POST} <{ADDRESS}>:\n"},
    "alot": dict.fromkeys(("de", "en"), f"Quoting {POST} (2026-11-28 13:02:26)"),
    "zoho": {
        "de": f" ---- Am Sa., 28 Nov. 2026 13:02:26 +0100 {POST} <{ADDRESS}> schrieb ----\n",
        "en": f" ---- On Sat, 28 Nov 2026 13:02:26 +0100 {POST} <{ADDRESS}> wrote ---\n",
    },
}
"""What stands above quotes that are marked line by line."""
T_ONLINE_BELOW = f'Datum: 2026-11-28T13:02:26+0100\nVon: "{POST}" <{ADDRESS}>\nAn: "ann"\n'
UNMARKED = {
    "outlook": {
        language: "\n".join(f"{name}: {value}" for name, value in HEADERS[language]) + "\n" for language in HEADERS
    },
    "outlook-mobile": {
        language: "________________________________\n"
        + "\n".join(f"{name}: {value}" for name, value in HEADERS[language])
        + "\n"
        for language in HEADERS
    },
    "old-outlook": {
        "de": "-----Ursprüngliche Nachricht-----\n"
        + "\n".join(f"{name}: {value}" for name, value in HEADERS["de"])
        + "\n",
        "en": "-----Original Message-----\n" + "\n".join(f"{name}: {value}" for name, value in HEADERS["en"]) + "\n",
    },
    "gmx": {
        language: "\n".join(f"{HEADERS[language][at][0]}: {HEADERS[language][at][1]}" for at in (1, 0, 2, 3)) + "\n"
        for language in HEADERS
    },
    "t-online": {
        "de": f"-----Original-Nachricht-----\nBetreff: Kontor mit Ben\n{T_ONLINE_BELOW}",
        "en": f"-----Original-Nachricht-----\nBetreff: Kontor with Ben\n{T_ONLINE_BELOW}",
    },
    "em-client": {
        "de": f'----- Originalnachricht -----\nVon "{POST}" <{ADDRESS}>\nAn "Ann" <ann@x.example>\nDatum 28.11.2026\n',
        "en": f'----- Original Message -----\nFrom "{POST}" <{ADDRESS}>\nTo "Ann" <ann@x.example>\nDate 28/11/2026\n',
    },
    "yahoo-app": {
        "de": f"  Am Sa., Nov. 28, 2026 at 13:02 schrieb {POST}<{ADDRESS}>:   ",
        "en": f"  On Sat, Nov 28, 2026 at 13:02, {POST}<{ADDRESS}> wrote:   ",
    },
    "yahoo-web": {
        "de": f"    Am Samstag, 28. November 2026 um 13:02:26 MEZ hat {POST} <{ADDRESS}> Folgendes geschrieben:  \n ",
        "en": f"    On Saturday, November 28, 2026 at 01:02:26 PM GMT+1, {POST} <{ADDRESS}> wrote:  \n ",
    },
    "notes": {
        "de": f'"{POST}" <{ADDRESS}> schrieb am 28.11.2026 13:02:26:\n',
        "en": f'"{POST}" <{ADDRESS}> wrote on 28/11/2026 13:02:26:\n',
    },
    "groupwise": {
        "de": f">>> {POST} <{ADDRESS}> 28.11.2026 13:02 >>>\n",
        "en": f">>> {POST} <{ADDRESS}> 11/28/2026 1:02 PM >>>\n",
    },
    "mailbird": {
        "de": f"Am 28.11.2026 13:02:26 schrieb {POST} <{ADDRESS}>:",
        "en": f"On 28/11/2026 13:02:26, {POST} <{ADDRESS}> wrote:",
    },
}
"""What stands above quotes whose lines have no marks."""
SAMSUNG = {"de": "-------- Ursprüngliche Nachricht --------", "en": "-------- Original message --------"}
FOOTERS = {
    "none": ("", ""),
    "iphone": ("Von meinem iPhone gesendet", "Sent from my iPhone"),
    "ipad": ("Von meinem iPad gesendet", "Sent from my iPad"),
    "galaxy": ("Von meinem Galaxy gesendet", "Sent from my Galaxy"),
    "galaxy-model": ("Von meinem Samsung Galaxy Smartphone gesendet.", "Sent from my Samsung Galaxy smartphone."),
    "outlook-ios": (
        "Holen Sie sich Outlook für iOS<https://aka.ms/o0ukef>",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
    ),
    "outlook-android": (
        "Outlook für Android<https://aka.ms/AAb9ysg> beziehen",
        "Get Outlook for Android<https://aka.ms/AAb9ysg>",
    ),
    "outlook-mac": (
        "Outlook für Mac herunterladen <https://aka.ms/GetOutlookForMac>",
        "Get Outlook for Mac <https://aka.ms/GetOutlookForMac>",
    ),
    "windows-mail": (
        "Gesendet von Mail<https://go.microsoft.com/fwlink/?LinkId=550986> für Windows",
        "Sent from Mail<https://go.microsoft.com/fwlink/?LinkId=550986> for Windows",
    ),
    "windows-10": ("Gesendet von Mail für Windows 10", "Sent from Mail for Windows 10"),
    "yahoo-android": ("Gesendet von Yahoo Mail auf Android", "Sent from Yahoo Mail on Android"),
    "yahoo-android-link": (
        "Von Yahoo Mail auf Android gesendet",
        "Sent from Yahoo Mail on Android<https://mail.onelink.me/107872968?pid=x>",
    ),
    "yahoo-app": (
        "Yahoo Mail: Suchen, Organisieren, Erobern<https://mail.onelink.me/107872968?pid=x>",
        "Yahoo Mail: Search, Organize, Conquer<https://mail.onelink.me/107872968?pid=x>",
    ),
    "aol": ("Gesendet von der AOL-App für Android", "Sent from the all new AOL app for iOS"),
    "proton": (
        "Gesendet mit [Proton Mail](https://proton.me/mail/home) sichere E-Mail.",
        "Sent with [Proton Mail](https://proton.me/mail/home) secure email.",
    ),
    "proton-app": ("Von Proton Mail für iOS gesendet", "Sent from Proton Mail for Android."),
    "k9": (
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Sent from my Android device with K-9 Mail. Please excuse my brevity.",
    ),
    "k9-dashes": (
        "-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.",
    ),
    "thunderbird-android": ("Gesendet mit Thunderbird für Android", "Sent with Thunderbird for Android"),
    "avast": (
        "Virenfrei.www.avast.com<https://www.avast.com/sig-email?utm_medium=email>\n<#DAB4FAD8-2DD7-40BB-A1B8-4E2AA1F9FDF2>",
        "Virus-free.www.avast.com<https://www.avast.com/sig-email?utm_medium=email>\n<#DAB4FAD8-2DD7-40BB-A1B8-4E2AA1F9FDF2>",
    ),
    "avast-line": (
        "Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.\nwww.avast.com",
        "This email has been checked for viruses by Avast antivirus software.\nwww.avast.com",
    ),
    "gmx-app": (
        "Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.",
        "Sent from my Android phone with GMX Mail. Please excuse my brevity.",
    ),
    "webde-app": ("Gesendet mit der WEB.DE Mail App", "Sent from my Android phone with mail.com Mail."),
    "spark": ("Gesendet mit Spark", "Sent with Spark<https://sparkmailapp.com/source?from=signature>"),
    "bluemail": ("Holen Sie sich BlueMail für Android", "Get BlueMail for Android"),
    "huawei": ("Von meinem Huawei-Mobiltelefon gesendet", "Sent from my Huawei phone"),
    "xiaomi": ("Von meinem Xiaomi-Gerät gesendet", "Sent from my Mi phone"),
    "blackberry": ("Von meinem BlackBerry 10-Smartphone gesendet.", "Sent from my BlackBerry 10 smartphone."),
    "notice": (
        "Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. "
        "Wenn Sie nicht der richtige Adressat sind oder diese "
        "E-Mail irrtümlich erhalten haben, informieren Sie bitte sofort den Absender und vernichten Sie diese Mail.",
        "This e-mail and any attachments are confidential and intended only for the addressee. "
        "If you are not the intended recipient, "
        "please notify the sender and delete this message.",
    ),
    "notice-broken": (
        "Der Inhalt dieser E-Mail ist vertraulich und ausschließlich für den\nbezeichneten Adressaten bestimmt. "
        "Sollten Sie nicht der\n"
        "vorgesehene Adressat sein, so beachten Sie bitte, dass jede Form der\nKenntnisnahme oder Weitergabe unzulässig ist.",
        "The information in this email is confidential and may be legally\nprivileged. It is intended solely "
        "for the addressee. Access to this\n"
        "email by anyone else is unauthorised.",
    ),
    "notice-short": ("Diese E-Mail ist vertraulich.", "This e-mail is confidential."),
    "trees": (
        "Bitte denken Sie an die Umwelt, bevor Sie diese E-Mail ausdrucken.",
        "Please consider the environment before printing this email.",
    ),
    "logo": ("[cid:image001.png@01DA1234.5678ABCD]", "[image: Company logo]"),
    "register": (
        "Beispiel GmbH, Hauptstraße 3\nSitz der Gesellschaft: Köln\nAmtsgericht Köln, HRB 12345\nGeschäftsführer: Bea Muster",
        "",
    ),
}
"""What programs and companies add, German and English."""
ADDED_BY_NOBODY_ELSE = ("Beispiel GmbH, Hauptstraße 3",)
"""Lines of footers that stay, since a person may write such."""
FOREIGN = (
    "Garanti sans virus. www.avast.com <https://www.avast.com/sig-email?utm_medium=email>",
    "Envoyé de mon iPhone", "Envoyé depuis mon appareil Galaxy",
    "Télécharger Outlook pour iOS<https://aka.ms/o0ukef>", "Enviado desde mi iPhone",
    "Obtener Outlook para Android<https://aka.ms/x>", "Inviato da iPhone", "Inviato dal mio Galaxy",
    "Ottieni Outlook per iOS<https://aka.ms/x>", "Verstuurd vanaf mijn iPhone",
    "Verzonden met Outlook voor Android", "Enviado do meu iPhone", "Obter o Outlook para iOS",
    "Wysłane z iPhone'a", "Pobierz program Outlook dla iOS", "Skickat från min iPhone",
    "Hämta Outlook för iOS", "Sendt fra min iPhone", "Hent Outlook til iOS", "Lähetetty iPhonesta",
    "Odesláno z iPhonu", "Az iPhone-omról küldve", "iPhone'umdan gönderildi", "Отправлено с iPhone",
    "Надіслано з iPhone", "Στάλθηκε από το iPhone μου", "iPhoneから送信", "发自我的 iPhone", "나의 iPhone에서 보냄",
)  # fmt: skip


@dataclass(frozen=True)
class Form:
    """A reply: what was typed, in which program, language and kind of text, with which footer."""

    program: str
    language: str
    footer: str
    kind: str
    typed: tuple[str, ...]

    def mail(self) -> bytes:
        """Return it as it would be sent."""
        mail = EmailMessage()
        mail["From"] = "Ann Beispiel <ann@players.example>"
        mail["Message-ID"] = "<1@players.example>"
        if self.kind != "html":
            mail.set_content(self.plain(), cte="base64")
        if self.kind == "html":
            mail.set_content(self.html(), subtype="html", cte="base64")
        elif self.kind == "both":
            mail.add_alternative(self.html(), subtype="html", cte="base64")
        return mail.as_bytes()

    @property
    def added(self) -> str:
        """The footer in the language of the reply."""
        return FOOTERS[self.footer][self.language == "en"]

    def plain(self) -> str:
        """Return it as plain text."""
        letter = LETTER[self.language]
        above = "\n".join(self.typed) + "\n\n" + (f"{self.added}\n\n" if self.added else "")
        if self.program == "below-all":  # a server adds its footer below the quote
            quoted = ABOVE["gmail"][self.language] + "\n" + _marked(letter)
            return "\n".join(self.typed) + f"\n\n{quoted}\n\n{self.added}\n"
        if self.program == "samsung":
            head = " ".join(f"{name}: {value}" for name, value in HEADERS[self.language])
            return f"{above}{SAMSUNG[self.language]}{head} {' '.join(letter)}\n"
        if self.program == "samsung-glued":
            head = " ".join(f"{name}: {value}" for name, value in HEADERS[self.language])
            footer = FOOTERS["galaxy"][self.language == "en"]
            return f"{chr(10).join(self.typed)}{footer}\n{SAMSUNG[self.language]}{head} {' '.join(letter)}\n"
        if self.program in UNMARKED:
            return above + UNMARKED[self.program][self.language] + "\n".join(letter) + "\n"
        quoted = ABOVE[self.program][self.language] + "\n" + _marked(letter)
        return f"{above}{quoted}\n"

    def html(self) -> str:
        """Return it as HTML."""
        typed = "".join(f'<div dir="ltr">{escape(line)}</div>' for line in self.typed)
        lines = [line for line in self.added.removeprefix("-- \n").split("\n") if line]
        footer = "".join(f"<div>{escape(line)}</div>" for line in lines)
        letter = "".join(f"<p>{escape(line)}</p>" for line in LETTER[self.language])
        head = "<br>".join(f"<b>{name}:</b> {escape(value)}" for name, value in HEADERS[self.language])
        of = f'<div id="{self.program}_signature">{footer}</div>' if self.footer == "k9-dashes" else footer
        if self.program == "below-all":
            quote = f'<div class="gmail_attr">On Sat x wrote:<br></div><blockquote>{letter}</blockquote>'
            return f'{typed}<br><div class="gmail_quote">{quote}</div>{footer}'
        if self.program in ("outlook", "old-outlook", "gmx", "t-online", "em-client"):
            border = "border:none;border-top:solid #E1E1E1 1.0pt"
            quote = f'<div><div style="{border}"><p>{head}</p></div></div>{letter}'
            return f'<div class="WordSection1">{typed}<p>&nbsp;</p>{of}{quote}</div>'
        if self.program == "outlook-mobile":
            of = f'<div id="ms-outlook-mobile-signature">{of}</div><div id="appendonsend"></div>'
            return f'{typed}{of}<hr><div id="divRplyFwdMsg">{head}</div>{letter}'
        if self.program.startswith("samsung"):
            quote = f"<div>{SAMSUNG[self.language]}</div><div>{head.replace('<br>', '</div><div>')}</div>"
            return f'{typed}<div id="composer_signature">{of}</div><div>{quote}</div>{letter}'
        if self.program.startswith("yahoo"):
            above = escape(UNMARKED[self.program][self.language])
            return f'{typed}<br>{of}<div class="yahoo_quoted" id="yahoo_quoted_1"><div>{above}</div><div>{letter}</div></div>'
        if self.program == "proton":
            above = escape(ABOVE["proton"][self.language])
            quote = f'<div class="protonmail_quote">{above}<blockquote>{letter}</blockquote></div>'
            return f'{typed}<div class="protonmail_signature_block">{of}</div>{quote}'
        if self.program == "thunderbird":
            above = escape(ABOVE["thunderbird"][self.language])
            return f'{typed}{of}<div class="moz-cite-prefix">{above}</div><blockquote type="cite">{letter}</blockquote>'
        above = escape({**ABOVE, **UNMARKED}[self.program][self.language].replace("> ", "").replace(">>>", ""))
        quote = f'<div class="gmail_attr">{above}</div><blockquote>{letter}</blockquote>'
        return f'{typed}<br>{of}<br><div class="gmail_quote">{quote}</div>'


def _marked(letter: Sequence[str]) -> str:
    return "\n".join(f"> {line}".rstrip() if line != "-- " else "> -- " for line in letter)


def forms(typed: Sequence[tuple[str, ...]], kinds: int = 1) -> Iterator[Form]:
    """Yield every program with every footer and language; what was typed takes turns, and so do the kinds of text.

    :param kinds: so many of three kinds for each.
    """
    count = 0
    for program in (*ABOVE, *UNMARKED, "samsung", "samsung-glued", "below-all"):
        for footer in FOOTERS if program != "samsung-glued" else ("galaxy",):
            for language in ("de", "en"):
                for _ in range(kinds):
                    yield Form(
                        program, language, footer, ("plain", "html", "both")[count % 3], typed[count % len(typed)]
                    )
                    count += 1
