"""What mail programs, providers and firms write around a reply: harmless copies of the kinds, as text. No one's real mail."""

from collections.abc import Mapping

FOOTERS: Mapping[str, str] = {
    "none": "",
    "emoji": "👍",
    "wishes": "Viele Grüße\nAnn Beispiel",
    "lower-case name": "cheers, ann",
    "title": "Ann Beispiel\nHead of purchasing",
    "iPhone": "Von meinem iPhone gesendet",
    "Outlook mobile": "Outlook für iOS<https://aka.example/o0ukef> beziehen",
    "Windows Mail": "Sent from Mail<https://go.example/fwlink/?LinkId=550986> for Windows",
    "Yahoo": "Gesendet von Yahoo Mail auf Android",
    "AOL": "Sent from the all new AOL app for iOS",
    "Proton": "Sent with [Proton Mail](https://proton.example/mail/home) secure email.",
    "K-9": "Sent from my Android device with K-9 Mail. Please excuse my brevity.",
    "Samsung": "Von meinem Galaxy gesendet",
    "WEB.DE": "Gesendet mit der WEB.DE Mail App",
    "Avast": "Virus-free.www.avast.example <https://www.avast.example/sig-email?utm_medium=email>\n<#DAB4FAD8-2DD7-40BB-A1B8>",
    "notice, German": (
        "Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. Wenn Sie nicht der richtige Adressat\n"
        "sind oder diese E-Mail irrtümlich erhalten haben, informieren Sie bitte den Absender und vernichten Sie diese Mail."
    ),
    "notice, English": (
        "This message is intended only for the use of the addressee. If you are not the intended recipient, you must not\n"
        "copy it, but should delete it and tell the sender. Should this concern you, do you really need to print this?"
    ),
    "notice that nobody knows": (
        "Unser Haus stellt um: Erreichen Sie uns ab 1.12. nur noch unter der neuen Nummer, außer am Wochenende.\n"
        "Ich bin dann nicht mehr da, aber es meldet sich jemand. Noch Fragen?"
    ),
}  # fmt: skip
"""What stands below what somebody typed, by who puts it there."""
QUOTES: Mapping[str, str] = {
    "Gmail": "On Sat, Nov 28, 2026 at 12:02 PM Siegelpost <\npost@example.org> wrote:\n\n> {letter}",
    "Apple Mail": "> Am 28.11.2026 um 12:02 schrieb Siegelpost <post@example.org>:\n>\n> {letter}",
    "Thunderbird": "Am 28.11.26 um 12:02 schrieb Siegelpost:\n> {letter}",
    "Outlook": "From: Siegelpost <post@example.org>\nSent: Saturday, November 28, 2026\nTo: Ann\nSubject: Kontor\n\n{letter}",
    "Outlook, ruled": "____________________\nVon: Siegelpost <post@example.org>\nGesendet: Samstag\nAn: Ann\n\n{letter}",
    "GMX": "Gesendet: Samstag, 28. November 2026 um 12:02 Uhr\nVon: Siegelpost <post@example.org>\nAn: Ann\n\n{letter}",
    "old": "-----Original Message-----\n{letter}",
}
"""How programs quote a letter; ``{letter}`` is its text."""
