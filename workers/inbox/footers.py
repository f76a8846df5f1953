"""Lines that programs and companies add to a mail: footers, notices, logos, register entries, in the languages they write. Data.

A mail program's line is matched whole, so that nothing a person wrote beside it goes with it; one that sets a condition is never
taken for it. A notice is a paragraph that begins as notices do and speaks of at least two of their matters. In doubt it stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from workers.inbox.vocabulary import DOUBT

NOT_ASKING = frozenset({"how", "wie"})
"""Words of questions that without a question mark set no condition: "how we process your data"."""
LONGEST = 240
"""Characters of a line that may be a program's: their own are shorter."""
PLATFORM = r"(?:ios|android|mac(?:os)?|os x|windows(?: (?:10|11|phone|mobile))?|iphone|ipad|mobile|linux|desktop)"
APP = r"[^,;:?!]{1,40}"
DEVICE = r"[^,;:?!]{1,60}"
"""What programs put into their lines: names of devices and of themselves."""
SENT: Mapping[str, tuple[str, ...]] = {
    "de": (
        rf"von (?:mein(?:em|er)|unterwegs)\b{DEVICE} (?:gesendet|versendet|verschickt|geschrieben)",
        rf"von {APP} (?:für|auf|unter) {PLATFORM} (?:gesendet|versendet|verschickt)",
        rf"(?:diese (?:e-?mail|nachricht|mail) wurde )?(?:gesendet|versendet|verschickt) (?:von|vom|mit|aus|über|via"
        rf"|per|durch) {DEVICE}",
        rf"(?:diese |dies ist eine )?(?:e-?mail|nachricht|mail)(?: wurde)? (?:von|vom|mit|aus"
        rf"|über) {DEVICE} (?:gesendet|versendet|verschickt|geschrieben)",
        rf"(?:holen sie sich|hol dir|holen sie) {APP} für {PLATFORM}",
        rf"(?:laden sie|lade)(?: sich| dir)? {APP} für {PLATFORM} herunter",
        rf"{APP} für {PLATFORM} (?:beziehen|herunterladen|abrufen|holen|laden)",
    ),
    "en": (
        rf"(?:this (?:e-?mail|message|mail) was )?sent (?:from|with|via|using) {DEVICE}",
        rf"(?:get|download|try) {APP} for {PLATFORM}",
        r"sent (?:while )?(?:mobile|on the go)",
    ),
    "fr": (
        rf"envoyé (?:de|depuis|du|à partir d[eu]|avec|par|via|à l['’]aide d[eu]) ?{DEVICE}",
        rf"(?:obtenir|obtenez|télécharge[rz]|profitez de) {APP} pour {PLATFORM}",
    ),
    "es": (
        rf"enviado (?:desde|con|por|mediante|a través de) {DEVICE}",
        rf"(?:obtener|obtenga|obtén|descarga[r]?) {APP} para {PLATFORM}",
    ),
    "it": (
        rf"inviat[oa] (?:da[l]?|dal mio|con|tramite) ?{DEVICE}",
        rf"(?:ottieni|scarica|ottenere) {APP} per {PLATFORM}",
    ),
    "pt": (
        rf"enviado (?:do|da|a partir d[eo]|de|com|via|através d[eo]) {DEVICE}",
        rf"(?:obter|obtenha"
        rf"|baixar) (?:o )?{APP} para {PLATFORM}",
    ),
    "nl": (
        rf"(?:verstuurd|verzonden|gestuurd) (?:vanaf|vanuit|van|met|via|door) {DEVICE}",
        rf"(?:download|krijg) {APP} voor {PLATFORM}",
        rf"{APP} voor {PLATFORM} (?:downloaden|ophalen)",
    ),
    "pl": (
        rf"wysła(?:ne|no|ny) (?:z|ze|za pomocą|przez|przy użyciu) {DEVICE}",
        rf"(?:pobierz"
        rf"|uzyskaj)(?: program)? {APP} dla {PLATFORM}",
    ),
    "sv": (rf"skickat (?:från|med|via) {DEVICE}", rf"(?:hämta|skaffa) {APP} för {PLATFORM}"),
    "da": (rf"sendt (?:fra|med|via) {DEVICE}", rf"(?:hent|få) {APP} (?:til|for) {PLATFORM}"),
    "fi": (rf"lähetetty {DEVICE}", rf"hanki {APP}(?:in)? {DEVICE}"),
    "cs": (rf"odesláno (?:z|ze|pomocí|přes) {DEVICE}", rf"(?:získat|stáhnout) {APP} pro {PLATFORM}"),
    "hu": (rf"{DEVICE} küldve", rf"küldve {DEVICE}"),
    "tr": (rf"{DEVICE} gönderildi", rf"{PLATFORM} için {APP} (?:edinin|indirin)"),
    "ru": (rf"отправлено (?:с|со|из|через) {DEVICE}", rf"(?:скачать|скачайте|загрузить) {APP} для {PLATFORM}"),
    "uk": (rf"(?:надіслано|відправлено) (?:з|зі|із|через) {DEVICE}",),
    "el": (rf"(?:στάλθηκε|εστάλη) (?:από|με) {DEVICE}",),
    "zh": (r"(?:发自|發自).{1,40}", r"(?:從|从).{1,20}(?:傳送|发送|发出|寄出)", r"获取.{0,20}outlook.{0,20}"),
    "ja": (r".{1,30}(?:から|より)送信(?:されました)?", r"ios 版 outlook を入手"),
    "ko": (r".{1,30}에서 (?:보냄|보낸 메일입니다)",),
}
"""The lines that mail programs put below a mail, in the languages of their menus, without their links."""
OTHERS = (
    r"(?:yahoo|aol) mail ?: ?[\w-]+(?:,? [\w-]+){1,4}",
    r"(?:bitte |please |pls |sorry |)(?:entschuldig\w*|verzeih\w*|excuse|forgive|pardon|for|um nachsicht)\b[^?!,;]{0,40}"
    r"(?:kürze|brevity|typos?|tippfehler|schreibfehler|spelling|mistakes|autocorrect\w*|autokorrektur)\b[^?!,;]{0,40}",
    r"(?:virus-free|virenfrei|virus free|sans virus|libre de virus|virusvrij|privo di virus)\b.{0,60}",
    r"(?=.*\b(?:vir(?:us(?:es)?|en)|malware|spam|antivir\w*)\b)(?=.*\b(?:avast|avg|norton|mcafee|eset|kaspersky"
    r"|sophos|bitdefender"
    r"|g ?data|avira|mailscanner|clamav|f-secure|spamassassin|messagelabs|mimecast)\b).{1,200}",
    r"(?:besuchen|folgen) sie (?:uns|unsere)\b[^?]{0,80}",
    r"(?:visit|follow) (?:us|our)\b[^?]{0,80}",
    r"(?=.*\b(?:datenschutz\w*|privacy)\b)(?=.*\b(?:finden sie|lesen sie|siehe|find|see|read|visit)\b)[^?]{1,160}",
    r"(?:www\.)?(?:avast|avg|norton|eset)\.(?:com|de)",
    r"_{3,} ?nod32 [^?!]{1,80}",
)
"""Other lines of programs: of virus scanners, and excuses that programs offer as a signature."""
EXCUSED = r"(?:[.,]? ?(?:please |bitte )?(?:sorry for|excuse|forgive|pardon|entschuldig\w*|verzeih\w*)\b[^?!]{1,60})?"
PRAISED = (
    r"(?:[,;] (?:the|enjoy|de[mrn]|das|geniessen?)\b[^?!]{0,60}\b(?:e-?mails?|mailbox|postfach|e-?mail-programm|app)\b"
    r"[^?!]{0,40})?"
)
"""What programs say of themselves behind their names."""
PROGRAMS = re.compile(
    rf"(?:{'|'.join(one for lines in SENT.values() for one in lines)}|{'|'.join(OTHERS)}){PRAISED}{EXCUSED}[.!:]?"
)
GATEWAYS = re.compile(
    r"[\[({*!#]{1,4} ?(?:caution|achtung|warning)?:? ?(?:ext|extern(?:al?e?)?)"
    r"(?: (?:e-?mail|mail|sender|message|absender|nachricht))? ?[\])}*!#:]{1,4}",
    re.IGNORECASE,
)
"""How a company's server marks mails from elsewhere: above the text, too."""
GLUED = re.compile(
    r"(?<=[^\s(\[<\"'„“-])\s{0,3}(?=[A-ZО])(?P<footer>(?:Von mein|Gesendet (?:von|mit|über)|Verschickt mit"
    r"|Diese Nachricht wurde von|Holen Sie sich"
    r"|Sent (?:from|with|via|using)|Get (?:Outlook|BlueMail) for|Envoyé (?:de|depuis|à)|Enviado (?:desde|do|com)"
    r"|Inviato da|Verzonden"
    r"|Verstuurd|Wysłan[eo] z|Skickat från|Sendt fra|Lähetetty|Odesláno z|Отправлено с).{2,80})"
)
"""A footer in the line of what was typed, as Samsung Mail puts it there: only what begins with a capital, as programs write."""
LINK = re.compile(
    r"<(?:https?|mailto|tel):[^<>\s]{0,500}>|\(\s?https?://[^()\s]{0,500}\s?\)|https?://\S{1,500}", re.IGNORECASE
)
NAMED_LINK = re.compile(r"\[([^\[\]]{1,80})\](?=\(\s?https?://)")
PICTURE = re.compile(
    r"\[(?:cid|image|inline image|bild|grafik|logo|photo|foto|https?):?[^\[\]]{0,300}\]|\[[^\[\]]{1,80}\.(?:png|jpe?g"
    r"|gif|svg)[^\[\]]{0,80}\]"
    r"|<#[0-9a-f-]{20,40}>|<cid:[^<>\s]{1,200}>|\[(?:logo|facebook|linkedin|xing|twitter|instagram|youtube"
    r"|icon)[^\[\]]{0,40}\]",
    re.IGNORECASE,
)
"""What stands for a picture in plain text."""
NUMBER = r"\(?\+?[\d(][\d ()/.\u2013-]{5,24}\d"
LABEL = (
    r"(?:tel(?:efon|ephone)?|fon|phone|mobile?|handy|fax|telefax|cell|office|büro|direct|direkt|durchwahl"
    r"|[tmfdph])\b[.:]{0,2}"
)
PHONE = re.compile(
    rf"(?:{LABEL} ?{NUMBER}|(?:\+|00)\d[\d ()/.\u2013-]{{6,24}}\d)"
    rf"(?: ?[|·,;•/-]? ?{LABEL} ?{NUMBER}| ?[|·,;•] ?{NUMBER}){{0,4}}",
    re.IGNORECASE,
)
REGISTER = re.compile(
    r"(?:sitz(?: der gesellschaft)?|firmensitz|registergericht|handelsregister|amtsgericht|hr[ab][ -]|ust\.?-?id"
    r"|steuer-?n(?:umme)?r"
    r"|geschäftsführ|(?:vorsitzende[r]? des )?(?:vorstand|aufsichtsrat)|registered (?:office|in|no)|company (?:no|number|reg)"
    r"|vat (?:no|reg|id|[a-z]{2}\b)|managing directors?|commercial register|siège social|siret|kvk|p\. ?iva)[^?!]*[:\d]",
    re.IGNORECASE,
)
"""What the law has companies write below their letters."""
NOTICE = re.compile(
    r"[\W_]*(?:(?:wichtiger |allgemeiner |rechtlicher )?hinweis|disclaimer|haftungsausschluss|caution|achtung|warning"
    r"|notice|important"
    r"|confidential|vertraulich|privileged|th(?:is|ese|e) (?:e-?mails?|message|mail|communication|transmission"
    r"|information|contents?|document)"
    r"|this (?:is|electronic)|the (?:information|contents?|views)|any (?:un|views|opinions|disclosure|dissemination"
    r"|use|review|other)|if you (?:are not|have|received|believe)"
    r"|unauthori[sz]ed|(?:e-?mails?|emails?) (?:can|are|may|is)|please (?:consider|think|note|notify)|think before"
    r"|before print|save (?:a tree|paper)"
    r"|diese[rs]? (?:e-?mails?|mails?|nachricht|inhalt|schreiben|elektronische)|de[rn] inhalt|die (?:in|mit"
    r"|information)|dies ist"
    r"|(?:wenn|falls|sollten|sofern) sie|jede[rs]? |das (?:un|kopieren)|unbefugt|bitte (?:denken|prüfen|beachten sie"
    r"|überlegen)|aus rechtlichen"
    r"|informationen zum datenschutz|unsere datenschutz|ce (?:message|courriel|mail)|le contenu|si vous"
    r"|este (?:mensaje|correo|e-?mail)|si (?:usted|ha)"
    r"|questo messaggio|questa|le informazioni|dit (?:bericht|e-?mail)|deze e-?mail|de informatie|indien u"
    r"|esta mensagem|ta wiadomość|niniejsza|detta|denne|tämä|tato"
    r"|ez az|bu (?:e-?posta|mesaj)|это|настоящее)",
    re.IGNORECASE,
)
"""How notices begin."""
MATTERS = (
    r"\b(?:confidential|privileged|proprietary|vertraulich|geheim|rechtlich geschützt|confidentiel|confidencial"
    r"|riservat|vertrouwelijk|poufn"
    r"|konfidentiell|fortrolig|luottamuksell|důvěrn|bizalmas|gizli|конфиденциальн)",
    r"\b(?:intended (?:only|solely|exclusively|recipient|for)|(?:named |the )?addressee|addressed to|adressat"
    r"|empfänger|destinatai?r|geadresseerde|bestemd"
    r"|odbiorc|mottagare|modtager|vastaanottaj|příjemc|címzett|alıcı|получател|адресат)",
    r"\b(?:in error|by mistake|inadvertent|irrtümlich|irrtum|versehentlich|fälschlich|par erreur|por error|por engano"
    r"|per errore|ten onrechte|per abuis|omyłkowo"
    r"|av misstag|ved en fejl|vahingossa|omylem|tévedés|yanlışlıkla|по ошибке)",
    r"\b(?:notify|inform (?:us|the sender)|delet|destroy|informieren sie|benachrichtigen|verständigen|vernicht|lösch"
    r"|supprim|détrui|elimin|borr|cancell|verwijder"
    r"|usuń|usunię|radera|slet|poista|smaž|töröl|silin|удалит)",
    r"\b(?:unauthori[sz]ed|prohibited|forbidden|not permitted|unlawful|copying|disclosure|dissemination|distribution"
    r"|unbefugt|unerlaubt|untersagt|verboten"
    r"|nicht gestattet|nicht erlaubt|kopieren|weitergabe|weiterleit|verbreit|vervielfältig|interdit|prohibid|vietat"
    r"|verboden|zabronion|förbjud|forbudt|kielletty"
    r"|zakázán|tilos|запрещ)",
    r"\b(?:liab(?:le|ility)|virus|viren|malware|haft(?:ung|en|et)|gewähr|rechtsverbindlich|legally binding|monitored"
    r"|views (?:or|and) opinions|opinions expressed|error-free"
    r"|datenschutz|privacy (?:policy|notice)|gdpr|dsgvo|originated (?:from )?outside|außerhalb|extern\w*)",
    r"\b(?:anh[aä]ng\w*|anlagen|attachments?|click|klick\w*|links?)\b",
    r"\b(?:environment|umwelt|environnement|medio ambiente|ambiente|milieu|tree\b|paper\b)",
    r"\b(?:print|ausdruck|drucken|imprim|stampa|afdrukken)",
)
"""Matters of notices. Of these at least two are in each."""
MATTER = tuple(re.compile(one, re.IGNORECASE) for one in MATTERS)
SHORT_NOTICE = re.compile(
    r"[\W_]*(?:diese (?:e-?mail|nachricht|mail)(?: und (?:ihre|alle) (?:anhänge|anlagen))? ist (?:streng "
    r"|persönlich und )?vertraulich"
    r"|this (?:e-?mail|message|communication)(?: and any attachments?)? (?:is|are|may be) (?:strictly "
    r"|private and )?confidential"
    r"|confidentiality notice|vertraulichkeitshinweis|disclaimer|haftungsausschluss)[\W_]*",
    re.IGNORECASE,
)
LEAST_WORDS, LEAST_MATTERS, MOST_OF_A_NOTICE = 6, 2, 4_000
"""Words and matters that a notice has at least, but for the short ones; and characters of it that are looked at."""


def without_marks(line: str) -> str:
    """Return a line without links and what stands for pictures.

    >>> without_marks("Gesendet von Mail<https://x.example/?a> für Windows"), without_marks("[cid:image001.png@01DA]")
    ('Gesendet von Mail für Windows', '')
    """
    return " ".join(LINK.sub("", PICTURE.sub("", NAMED_LINK.sub(r"\1", line))).split())


def is_programs(line: str) -> bool:
    """Return whether a line is what a program writes into each mail about itself, or stands for a picture.

    >>> is_programs("Von meinem iPhone gesendet"), is_programs("Sent from my iPad"), is_programs("Von meinem Feld")
    (True, True, False)
    >>> is_programs("Get Outlook for iOS<https://x.example/a>"), is_programs("Sent from home, but not if Ben passes")
    (True, False)
    """
    if len(line) > 4 * LONGEST:
        return False
    plain = without_marks(line)
    if not plain:
        return PICTURE.search(line) is not None or line.startswith("<")
    said = plain.casefold().strip("*_~ |")
    if GATEWAYS.fullmatch(plain) is not None:
        return True
    return len(said) <= LONGEST and "?" not in said and PROGRAMS.fullmatch(said) is not None and not _doubts(said)


def _doubts(said: str) -> bool:
    return not (DOUBT - NOT_ASKING).isdisjoint(re.findall(r"[^\W\d_]+", said))


def without_glued(line: str) -> str:
    """Return a line without a program's footer that stands right behind what was typed.

    >>> without_glued("3Sent from my Galaxy"), without_glued("JA Von meinem Galaxy gesendet"), without_glued("Gesendet von Ann")
    ('3', 'JA', 'Gesendet von Ann')
    """
    if len(line) > 4 * LONGEST:
        return line
    found = next((one for one in GLUED.finditer(line) if is_programs(one["footer"])), None)
    return line if found is None else line[: found.start()].rstrip()


def is_contact(line: str) -> bool:
    """Return whether a line gives a telephone number and no more, or says what the law has companies write.

    >>> is_contact("Tel. 030 1234567 | Mobil: +49 170 1234567"), is_contact("Amtsgericht Köln, HRB 1234"), is_contact("3 4 5")
    (True, True, False)
    """
    plain = without_marks(line)
    return len(plain) <= LONGEST and (PHONE.fullmatch(plain) is not None or REGISTER.match(plain) is not None)


def notice_at(paragraph: Sequence[str]) -> int:
    """Return the line of a paragraph at which a company's notice begins, which then is the rest of it; or how many lines it has.

    >>> notice_at(["Ann", "This e-mail is confidential. If you are not the", "intended recipient, please delete it."])
    1
    >>> notice_at(["Diese E-Mail ist vertraulich."]), notice_at(["Diese Nachricht ist vertraulich, aber nur, wenn Ben passt."])
    (0, 1)
    """
    begins = [place for place, line in enumerate(paragraph) if NOTICE.match(line) or SHORT_NOTICE.fullmatch(line)]
    if not begins:
        return len(paragraph)
    whole = " ".join(paragraph[begins[0] :])[:MOST_OF_A_NOTICE]
    # Each matter is looked for once, however many lines begin as notices do.
    last = [max((found.start() for found in one.finditer(whole)), default=-1) for one in MATTER]
    at, before = 0, begins[0]
    for place in begins:
        at += sum(len(line) + 1 for line in paragraph[before:place])
        before = place
        if SHORT_NOTICE.fullmatch(paragraph[place]):
            return place
        if (
            len(whole[at:].split(maxsplit=LEAST_WORDS)) >= LEAST_WORDS
            and sum(one >= at for one in last) >= LEAST_MATTERS
        ):
            return place
    return len(paragraph)


__all__ = ["is_contact", "is_programs", "notice_at", "without_glued", "without_marks"]
