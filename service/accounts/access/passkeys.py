"""Passkeys (WebAuthn): a second way to sign in, for devices without the account's mailbox.

An account registers a passkey while it is signed in, and signs in with it from any browser that has it. The passkey names its
account, so no address is typed, and nobody learns from a page or an answer whether an account has any.

A sign-in by passkey allows the same as one by a mailed code, for as long. It cannot delete the account or change its address:
both need a letter, in every browser. A stolen device is not enough to sign in, because its authenticator must have asked for a
finger, a face or a code. Nor can a stranger register a passkey in a browser left open: the page makes challenges for that only
soon after a sign-in (:mod:`service.api.pages.passkeys_page`). A letter tells the owner of each passkey added or removed, and the
owner can take the account back by mail, which ends all passkeys (:mod:`service.ending`). Blocked accounts cannot sign in with
one; by mail they can still read and export. Guests have none, because they could not recover the account.

A challenge is not stored. It is a link signed for its purpose and for the browser that it was shown to, identified for a new
passkey by the session's token, and for signing in by a cookie. It is valid for minutes, and once. If the authenticator counts
its signatures, each count must be higher than the last, so that a cloned authenticator is noticed.

The library accepts all of CBOR, which can describe much more than authenticators send. So before the library reads the input of
a browser, its size and form are checked against CTAP 2 (section 8). The encoding must also be the shortest one, because the
library takes that length to find the end of a key.
"""

import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from engine.protocol.canon import NotCanonical, b64, unb64
from service.accounts import AccountError
from service.accounts.access.login import CODES_PER_NETWORK, SESSION_LIFE
from service.accounts.access.scopes import SCOPES
from service.accounts.access.tokens import Issued, new_text, sign_in
from service.accounts.access.work import count
from service.config.networks import network_of
from service.context import Context
from service.ending import keep_unless_ended
from service.notifications.facts import PasskeyFacts
from service.notifications.kinds import PASSKEYS_CHANGED
from service.notifications.notices import about_account
from service.store.accounts.tokens import Token
from service.store.keys import ACCOUNT, recipient_of
from service.store.records import PASSKEYS, Account
from service.store.values import READING

MOST = 8
"""The most passkeys per account."""
REGISTERED = (20, 86_400)
"""The most passkeys that an account registers, per seconds: each sends a letter, and so does its removal."""
LIFE = 600
"""Seconds for which a challenge is valid."""
NEW, ENTER = "passkey-new", "passkey"
"""The purposes of challenges."""
LONGEST_ID = 1023
"""Bytes of a credential's id (WebAuthn 3, section 4)."""
LONGEST_KEY = 600
"""Bytes of a public key: RSA of 4096 bits fits."""
LONGEST = 4_000
"""Bytes of anything else that an authenticator or a browser says."""
ALGORITHMS = (-7, -8, -257)
"""ES256, EdDSA and RS256 (COSE), which all authenticators have one of."""
BARE = 37
"""Bytes of what an authenticator says besides keys and extensions, for neither of which a sign-in asks."""
KEY_FOLLOWS = 0x40
"""The flag of an authenticator whose message holds a new key (WebAuthn 3, section 6.1)."""
DEEPEST = 4
"""The deepest nesting in CBOR from authenticators (CTAP 2, section 8)."""
REFUSED = "this passkey is not registered here, or its answer is too old: try again, or sign in by mail"


@dataclass(frozen=True)
class Passkey:
    """One passkey. Times in milliseconds; ``used`` is 0 until the first sign-in.

    :ivar id: the credential's id, base64url.
    :ivar public_key: as COSE, base64url.
    :ivar count: the authenticator's counter at its last signature; 0 for those that do not count.
    :ivar name: of the browser that registered it.
    """

    id: str
    public_key: str
    count: int
    name: str
    created: int
    used: int = 0


@dataclass(frozen=True)
class RelyingParty:
    """This installation, as authenticators know it."""

    id: str
    origin: str


@dataclass(frozen=True)
class Answer:
    """A browser's answer to a challenge, with everything in base64url, as forms carry it.

    ``proof`` is the attestation object of a new passkey; of a sign-in, what the authenticator signed, beside ``signature`` and
    ``owner``.
    """

    id: str
    client: str
    proof: str
    signature: str = ""
    owner: str = ""


def relying_party(public_url: str) -> RelyingParty | None:
    """Return this installation as authenticators know it, or None where browsers know no passkeys: by plain http, and at an
    address without a name.

    >>> relying_party("https://play.example:443/"), relying_party("http://127.0.0.1:8000")
    (RelyingParty(id='play.example', origin='https://play.example'), None)
    >>> relying_party("http://localhost:8000")
    RelyingParty(id='localhost', origin='http://localhost:8000')
    """
    url = urlsplit(public_url)
    host = url.hostname or ""
    named = host == "localhost" or (url.scheme == "https" and not host.rpartition(".")[2].isdigit() and ":" not in host)
    usual = {"https": 443, "http": 80}.get(url.scheme)
    port = "" if url.port in (None, usual) else f":{url.port}"
    return RelyingParty(host, f"{url.scheme}://{host}{port}") if named else None


def passkeys_of(account: Account) -> list[Passkey]:
    """Return the account's passkeys, the oldest first; unreadable ones are left out."""
    found = []
    stored = account.prefs.get(PASSKEYS, [])
    for one in stored if isinstance(stored, list) else []:
        try:
            found.append(Passkey(**one))
        except READING:
            continue
    return found


def handle_of(account: str) -> str:
    """Return the account's name to authenticators, base64url: the bytes of its id."""
    return b64(bytes.fromhex(account[2:]))


def make_challenge(context: Context, purpose: str, browser: str) -> str:
    """Return a challenge, base64url, for a purpose and for one browser.

    :param browser: what only this browser has: the id of its session's token, or a cookie's value.
    """
    now = context.store.now()
    said = {"at": now, "nonce": secrets.token_hex(16), "browser": _word(context, purpose, browser)}
    return context.links.make(purpose, said, now + LIFE * 1000)


def register_passkey(context: Context, token: Token, challenge: str, answer: Answer, name: str) -> None:
    """Add a passkey to the account of a token.

    :param challenge: the one made for this token.
    :raises AccountError: ``code-wrong``, ``guest``, ``too-many-tokens``, ``too-many-logins``.
    """
    account = context.store.account(token.account)
    if account is None or account.is_guest or account.owner:
        raise AccountError("guest", "keep this account first, with an email address: then it can have passkeys")
    count(context, "passkeys", account.id, REGISTERED)
    _at(context, NEW, challenge, token.id)
    made = _verified_new(context, challenge, answer)
    _use_up(context, challenge)
    passkey = replace(made, name=name, created=context.store.now())
    kept = False

    def added(known: list[Passkey]) -> list[Passkey]:
        nonlocal kept
        others = [one for one in known if one.id != passkey.id]
        kept = len(others) < MOST and len(others) == len(known)
        return [*others, passkey] if kept else known

    _change(context, account.id, added)
    if not kept:
        raise AccountError("too-many-tokens", f"this passkey is known, or the account has {MOST}: remove one first")
    _tell(context, account.id, passkey, removed=False)
    keep_unless_ended(context.store, token, lambda: remove_passkey(context, account.id, passkey.id))


def remove_passkey(context: Context, account: str, passkey: str) -> None:
    """Remove a passkey, if the account has it, and tell its owner by letter. Browsers that it has signed in stay so."""
    found: list[Passkey] = []

    def without(known: list[Passkey]) -> list[Passkey]:
        found[:] = [one for one in known if one.id == passkey]
        return [one for one in known if one.id != passkey]

    _change(context, account, without)
    for one in found:
        _tell(context, account, one, removed=True)


def _tell(context: Context, account: str, passkey: Passkey, *, removed: bool) -> None:
    now = context.store.now()
    facts = PasskeyFacts(name=passkey.name, removed=removed, at=now)
    news = about_account(PASSKEYS_CHANGED, account, facts, occasion=secrets.token_hex(8), at=now)
    context.store.notify(news, recipient_of(account, None))


def sign_in_by_passkey(
    context: Context, challenge: str, browser: str, answer: Answer, address: str, *, name: str
) -> Issued:
    """Exchange the answer to a challenge for a browser's token with all scopes.

    :param browser: the one that the challenge was made for.
    :param address: network address of the caller, which counts against the limit of login codes.
    :param name: the token's name in the account's list.
    :raises AccountError: ``code-wrong``, ``too-many-logins``, ``blocked``.
    """
    count(context, "code-address", network_of(address), CODES_PER_NETWORK)
    at = _at(context, ENTER, challenge, browser)
    account = _owner(context, answer.owner)
    known = None if account is None else next((one for one in passkeys_of(account) if one.id == answer.id), None)
    if account is None or known is None:
        raise _refused()
    counted = _verified_count(context, challenge, answer, known)
    _use_up(context, challenge)
    good = False

    def used(all_of_them: list[Passkey]) -> list[Passkey]:
        nonlocal good
        now = next((one for one in all_of_them if one.id == known.id), None)
        good = now is not None and (counted > now.count or counted == now.count == 0)
        after = replace(known, count=counted, used=context.store.now())
        return [after if one == now else one for one in all_of_them] if good else all_of_them

    _change(context, account.id, used)
    if not good:  # removed meanwhile, or signed by a copy
        raise _refused()
    if context.store.blocking(account.id) is not None:
        raise AccountError("blocked", "this account is blocked: sign in by mail to read and export it")
    return sign_in(
        context, account.id, new_text(), name=name, scopes=SCOPES, life=SESSION_LIFE, kind="session", since=at
    )


def _refused() -> AccountError:
    return AccountError("code-wrong", REFUSED)


def _word(context: Context, purpose: str, browser: str) -> str:
    return context.links.derive(purpose, browser)[:16].hex()


def _at(context: Context, purpose: str, challenge: str, browser: str) -> int:
    """Return when a challenge was made (ms). :raises AccountError: ``code-wrong``, for another browser's or purpose's too."""
    said = context.links.read(purpose, challenge)
    if said is None or not secrets.compare_digest(said["browser"], _word(context, purpose, browser)):
        raise _refused()
    return int(said["at"])


def _use_up(context: Context, challenge: str) -> None:
    """Use a challenge; :raises AccountError: ``code-wrong``, if it was used before."""
    if not context.store.hit("passkey-challenge", challenge, 1, 2 * LIFE).allowed:
        raise _refused()


def _owner(context: Context, handle: str) -> Account | None:
    try:
        account = f"p_{unb64(handle).hex()}"
    except NotCanonical:
        return None
    return context.store.account(account) if ACCOUNT.fullmatch(account) else None


def _change(context: Context, account: str, change: Callable[[list[Passkey]], list[Passkey]]) -> None:
    def changed(now: Account) -> dict[str, Any]:
        kept = [asdict(one) for one in change(passkeys_of(now))]
        others = {name: value for name, value in now.prefs.items() if name != PASSKEYS}
        return {**others, PASSKEYS: kept} if kept else others

    context.store.change_prefs(account, changed)


def _bytes(text: str, most: int = LONGEST) -> bytes:
    """Return the bytes that a form carries; :raises AccountError: ``code-wrong``, for nothing and for too much."""
    if len(text) > 2 * most:
        raise _refused()
    try:
        raw = unb64(text)
    except NotCanonical:
        raise _refused() from None
    if not 0 < len(raw) <= most:
        raise _refused()
    return raw


def _here(context: Context) -> RelyingParty:
    here = relying_party(context.settings.public_url)
    if here is None:
        raise _refused()
    return here


def _verified_new(context: Context, challenge: str, answer: Answer) -> Passkey:
    """Return the passkey that an authenticator has made; :raises AccountError: ``code-wrong``.

    Who built the authenticator is not asked, so no certificates are read.
    """
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from webauthn import verify_registration_response
    from webauthn.helpers import (
        decode_credential_public_key,
        decoded_public_key_to_cryptography,
        parse_attestation_object,
    )
    from webauthn.helpers.cose import COSEAlgorithmIdentifier
    from webauthn.helpers.exceptions import WebAuthnException
    from webauthn.helpers.structs import AuthenticatorAttestationResponse, RegistrationCredential

    here, raw, proof = _here(context), _bytes(answer.id, LONGEST_ID), _bytes(answer.proof)
    response = AuthenticatorAttestationResponse(client_data_json=_bytes(answer.client), attestation_object=proof)
    try:
        _check_plain(proof)
        found = parse_attestation_object(proof)
        if found.fmt != "none" and (found.fmt != "packed" or found.att_stmt.x5c is not None):
            raise _refused()
        made = verify_registration_response(
            credential=RegistrationCredential(id=answer.id, raw_id=raw, response=response),
            expected_challenge=unb64(challenge),
            expected_rp_id=here.id,
            expected_origin=here.origin,
            require_user_verification=True,
            supported_pub_key_algs=[COSEAlgorithmIdentifier(one) for one in ALGORITHMS],
        )
        decoded_public_key_to_cryptography(decode_credential_public_key(made.credential_public_key))
    except (WebAuthnException, InvalidSignature, UnsupportedAlgorithm, *READING):
        raise _refused() from None
    if made.credential_id != raw or len(made.credential_public_key) > LONGEST_KEY:
        raise _refused()
    return Passkey(answer.id, b64(made.credential_public_key), made.sign_count, "", 0)


def _verified_count(context: Context, challenge: str, answer: Answer, known: Passkey) -> int:
    """Return the authenticator's counter from a signature by a passkey; :raises AccountError: ``code-wrong``."""
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException
    from webauthn.helpers.structs import AuthenticationCredential, AuthenticatorAssertionResponse

    here, said = _here(context), _bytes(answer.proof, BARE)
    response = AuthenticatorAssertionResponse(_bytes(answer.client), said, _bytes(answer.signature))
    try:
        return verify_authentication_response(
            credential=AuthenticationCredential(id=known.id, raw_id=unb64(known.id), response=response),
            expected_challenge=unb64(challenge),
            expected_rp_id=here.id,
            expected_origin=here.origin,
            credential_public_key=unb64(known.public_key),
            credential_current_sign_count=known.count,
            require_user_verification=True,
        ).new_sign_count
    except (WebAuthnException, InvalidSignature, UnsupportedAlgorithm, *READING):
        raise _refused() from None


def _check_plain(proof: bytes) -> None:
    """Check that an attestation object, and the key and extensions inside, are plain CBOR; :raises ValueError: otherwise."""
    from webauthn.helpers import encode_cbor, parse_cbor

    if _end_of_item(proof, 0) != len(proof):
        raise ValueError("more than one item")
    whole: object = parse_cbor(proof)
    inner: object = whole.get("authData") if isinstance(whole, dict) else None
    if not isinstance(inner, bytes) or len(inner) < BARE + 18 or not inner[BARE - 5] & KEY_FOLLOWS:
        raise ValueError("no key")
    place = BARE + 18 + int.from_bytes(inner[BARE + 16 : BARE + 18])
    while place < len(inner):
        item = inner[place : _end_of_item(inner, place)]
        if encode_cbor(parse_cbor(item)) != item:
            raise ValueError("not in the shortest form")
        place += len(item)


def _end_of_item(raw: bytes, place: int, depth: int = 0) -> int:
    """Return where a CBOR item ends that begins at a place.

    :raises ValueError: for tags, fractions, lengths told at the end, and nesting too deep. :raises IndexError: for one cut off.
    """
    major, argument = raw[place] >> 5, raw[place] & 31
    if argument > 27 or major == 6 or (major == 7 and argument > 23) or depth > DEEPEST:
        raise ValueError("not as authenticators write it")
    place += 1
    if argument > 23:
        size = 1 << (argument - 24)
        argument, place = int.from_bytes(raw[place : place + size]), place + size
    if major in (2, 3):
        place += argument
    elif major in (4, 5):
        for _ in range(argument * (major - 3)):
            place = _end_of_item(raw, place, depth + 1)
    if place > len(raw):
        raise IndexError("cut off")
    return place
