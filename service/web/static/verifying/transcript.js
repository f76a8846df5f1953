// Made from openapi/verifier/transcript.ts by `python -m checks.web --write`; do not change it here.
/**
 * Checks the transcript of a Siegelpost match: an exported log, and receipts against it.
 *
 * Written from the protocol page alone (service/api/protocol.md; "§" names its sections), before a look at the other
 * verifier, so that a fault of one is not a fault of both. Where the page says too little (the forms of `pace` and
 * `outcome`, how a bot's id begins), it has since followed the other one. It needs nothing but WebCrypto (SHA-256, HMAC, Ed25519), runs
 * unbuilt under Node 22.18 or later and, with its types stripped, in a browser.
 *
 * It does not play the game: whether a move was legal, what was drawn, the states' hashes and the result are for
 * `siegelpost verify`. Nor does it check the beacon's BLS signature, or witnesses (§13). Its report says so.
 *
 *     node transcript.ts LOG [--key KEY] [--receipts FILE]      exit code 0 PASS, 3 INCOMPLETE, 1 FAIL, 2 wrong use
 */
/** The log (or a receipt against it) breaks the page; `entry` is set where it is not the entry being read. */
class Refuted extends Error {
    entry;
    constructor(why, entry) {
        super(why);
        this.entry = entry;
    }
}
function must(holds, why, entry) {
    if (!holds)
        throw new Refuted(why, entry);
}
// ---------------------------------------------------------------------------------------------- bytes and hashes (§1)
const utf8 = (text) => new TextEncoder().encode(text);
function join(...parts) {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}
function be(value, width) {
    const bytes = new Uint8Array(width);
    const view = new DataView(bytes.buffer);
    if (width === 4)
        view.setUint32(0, value);
    else
        view.setBigUint64(0, BigInt(value));
    return bytes;
}
const toB64 = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
/** The bytes of unpadded base64url, or null if `text` is not their only spelling or there are not `length` of them. */
function fromB64(text, length) {
    if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length !== Math.ceil((length * 4) / 3))
        return null;
    const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(raw, (character) => character.charCodeAt(0));
    return toB64(bytes) === text ? bytes : null;
}
const bytesOf = (text, length = 32) => fromB64(text, length) ?? new Uint8Array(length);
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
/** H(tag, part…) of §1. */
const hash = (tag, ...parts) => sha256(join(...[utf8(tag), ...parts].flatMap((part) => [be(part.length, 4), part])));
const hashed = async (prefix, tag, ...parts) => prefix + toB64(await hash(tag, ...parts));
async function hmac(key, ...parts) {
    const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, utf8(parts.join("\0"))));
}
/** Whether `signature` (b64) is that of `message` by the Ed25519 `key` (b64). */
async function signed(key, message, signature) {
    const [point, bytes] = [fromB64(key, 32), fromB64(signature, 64)];
    if (point === null || bytes === null)
        return false;
    try {
        const imported = await crypto.subtle.importKey("raw", point, "Ed25519", false, ["verify"]);
        return await crypto.subtle.verify("Ed25519", imported, bytes, message);
    }
    catch {
        return false; // 32 bytes that are no point of the curve
    }
}
// ------------------------------------------------------------------------------------------------ canonical JSON (§1)
const ENTRY_BYTES = 1 << 20;
const ENTRY_LEVELS = 32;
/** Read I-JSON as §1 allows it: no duplicate member, only integers within ±(2^53−1), no lone surrogate, no text after it. */
function parse(text, levels) {
    let at = 0;
    const fail = (why) => {
        throw new Refuted(`not JSON of this protocol: ${why} at character ${at}`);
    };
    const blanks = () => {
        while (" \t\n\r".includes(text[at] ?? "x"))
            at += 1;
    };
    const token = (pattern) => {
        pattern.lastIndex = at;
        const found = pattern.exec(text)?.[0] ?? null;
        if (found !== null)
            at += found.length;
        return found;
    };
    const string = () => {
        const raw = token(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y) ?? fail("no string");
        const value = JSON.parse(raw);
        return /\p{Surrogate}/u.test(value) ? fail("a lone surrogate") : value;
    };
    const value = (level) => {
        blanks();
        const first = text[at];
        if (first === '"')
            return string();
        if (first === "{" || first === "[") {
            if (level === levels)
                fail("too many levels");
            return first === "{" ? object(level + 1) : array(level + 1);
        }
        const word = token(/true|false|null/y);
        if (word !== null)
            return JSON.parse(word);
        const digits = token(/-?(?:0|[1-9][0-9]*)(?![0-9.eE])/y) ?? fail("neither a value nor an integer");
        const number = Number(digits);
        return digits !== "-0" && Number.isSafeInteger(number) ? number : fail("a number out of bounds");
    };
    const array = (level) => {
        const items = [];
        at += 1;
        blanks();
        if (token(/\]/y) !== null)
            return items;
        do {
            items.push(value(level));
            blanks();
        } while (token(/,/y) !== null);
        return token(/\]/y) !== null ? items : fail("an array without end");
    };
    const object = (level) => {
        const members = Object.create(null); // without a prototype, so that "__proto__" is a member like any other
        at += 1;
        blanks();
        if (token(/\}/y) !== null)
            return members;
        do {
            blanks();
            const name = string();
            if (name in members)
                fail("a member twice");
            blanks();
            if (token(/:/y) === null)
                fail("no colon");
            members[name] = value(level);
            blanks();
        } while (token(/,/y) !== null);
        return token(/\}/y) !== null ? members : fail("an object without end");
    };
    const whole = value(0);
    blanks();
    return at === text.length ? whole : fail("text after the value");
}
/** JCS (RFC 8785): members in the order of their UTF-16 code units, which is how JavaScript compares strings. */
function jcs(value) {
    if (Array.isArray(value))
        return `[${value.map(jcs).join(",")}]`;
    if (value === null || typeof value !== "object")
        return JSON.stringify(value);
    const members = Object.keys(value).sort();
    return `{${members.map((name) => `${JSON.stringify(name)}:${jcs(value[name])}`).join(",")}}`;
}
const canonical = (value) => utf8(jcs(value));
const same = (one, other) => jcs(one) === jcs(other);
function levelsOf(value) {
    if (value === null || typeof value !== "object")
        return 0;
    return 1 + Object.values(value).reduce((most, each) => Math.max(most, levelsOf(each)), 0);
}
const is = (what, holds) => (value, at) => must(holds(value), `${at} is not ${what}`);
const integer = (least, most = Number.MAX_SAFE_INTEGER) => is(`an integer from ${least} to ${most}`, (v) => typeof v === "number" && v >= least && v <= most);
const textual = (pattern, what) => is(what, (v) => typeof v === "string" && pattern.test(v));
const oneOf = (...choices) => is(`one of ${jcs(choices)}`, (v) => choices.includes(v));
const b64 = (length, prefix = "") => is(`${prefix}b64 of ${length} bytes`, (v) => typeof v === "string" && v.startsWith(prefix) && fromB64(v.slice(prefix.length), length) !== null);
const orNull = (form) => (value, at) => {
    if (value !== null)
        form(value, at);
};
const list = (form, least = 0, most = Number.MAX_SAFE_INTEGER) => (value, at) => {
    must(Array.isArray(value) && value.length >= least && value.length <= most, `${at} is not a list of a proper length`);
    value.forEach((item, i) => form(item, `${at}[${i}]`));
};
const tuple = (...forms) => (value, at) => {
    must(Array.isArray(value) && value.length === forms.length, `${at} is not a list of ${forms.length}`);
    forms.forEach((form, i) => form(value[i], `${at}[${i}]`));
};
/** An object with exactly these members; a name that ends with "?" may be left out. */
const closed = (members) => (value, at) => {
    anObject(value, at);
    const given = value;
    const known = new Set(Object.keys(members).map((name) => name.replace(/\?$/, "")));
    for (const name of Object.keys(given))
        must(known.has(name), `${at} has a member ${JSON.stringify(name)}`);
    for (const [name, form] of Object.entries(members)) {
        const plain = name.replace(/\?$/, "");
        if (plain in given)
            form(given[plain], `${at}.${plain}`);
        else
            must(plain !== name, `${at} has no member ${JSON.stringify(plain)}`);
    }
};
/** One of these forms, as the member `by` says. */
const byWhom = (forms) => (value, at) => {
    anObject(value, at);
    const by = value["by"];
    must(typeof by === "string" && Object.hasOwn(forms, by), `${at}.by is none of ${Object.keys(forms).join(", ")}`);
    forms[by](value, at);
};
const anObject = is("an object", (v) => v !== null && typeof v === "object" && !Array.isArray(v));
const text = is("text", (v) => typeof v === "string" && v.length > 0);
const flag = oneOf(true, false);
const id = textual(/^[a-z0-9._/@-]{1,64}$/, "an id");
const uuid = textual(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, "a lower-case UUID");
const time = is("a time as 2026-11-21T08:00:00.000Z", (v) => {
    if (typeof v !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(v))
        return false;
    const ms = Date.parse(v);
    return ms >= 0 && new Date(ms).toISOString() === v;
});
const hex = (bytes) => textual(new RegExp(`^[0-9a-f]{${2 * bytes}}$`), `lower-case hex of ${bytes} bytes`);
const seatNumber = integer(0, 63);
const rising = (value, at) => {
    list(seatNumber)(value, at);
    value.forEach((seat, i, all) => must(i === 0 || seat > all[i - 1], `${at} does not rise`));
};
const sealOf = b64(32, "sc1_");
const orderOf = b64(32, "so1_");
const entropyOf = b64(32, "se1_");
const signature = b64(64);
const count = integer(0);
const fromOne = integer(1);
const move = anObject;
const player = textual(/^[\x21-\x7e]{1,64}$/, "a player's id");
/** A vote, or who hands a seat over, names a player exactly where it chooses a person. */
const choosing = (members, ...others) => {
    const [plain, person] = [closed({ ...members, choice: oneOf(...others) }), closed({ ...members, choice: oneOf("person"), player })];
    return (value, at) => (anObject(value, at), (value["choice"] === "person" ? person : plain)(value, at));
};
const openingForm = closed({ v: oneOf(1), match: uuid, rules: id, decision: id, seat: seatNumber, head: b64(32), salt: b64(32), move });
const drawForm = (value, at) => {
    closed({ label: id, "values?": list(integer(0, 2 ** 32 - 1), 0, 10_000), "count?": integer(0, 10_000) })(value, at);
    must("values" in value !== "count" in value, `${at} has not one of values and count`);
};
const message = closed({ channel: id, from: seatNumber, n: fromOne, salt: b64(32), text: is("1 to 1000 code points", (v) => typeof v === "string" && v !== "" && [...v].length <= 1000) });
const custodies = ["escrow", "client", "mail"];
const sealedMove = closed({ by: oneOf("seat", "order", "fallback"), move, received: orNull(time), seat: seatNumber });
const shownMove = closed({ by: oneOf("seat", "order", "fallback"), move, received: orNull(time), seat: seatNumber, seq: count, "signature?": signature, "order?": orderOf, "order_seq?": fromOne, "order_signature?": signature });
const hiddenMove = closed({ by: oneOf("seat", "fallback"), move, proof: b64(32, "sa1_"), received: oneOf(null), seat: seatNumber });
const anyMove = (value, at) => {
    anObject(value, at);
    const given = value;
    ("proof" in given ? hiddenMove : "seq" in given ? shownMove : sealedMove)(value, at);
};
const eventForm = (value, at) => {
    anObject(value, at);
    id(value["type"] ?? null, `${at}.type`);
};
const whole = integer(-Number.MAX_SAFE_INTEGER);
const outcomeForm = closed({ reason: id, scores: list(whole, 0, 64), "tiebreaks?": list(list(whole, 0, 64), 0, 64), winners: list(seatNumber, 0, 64) });
const zone = textual(/^[A-Za-z0-9_+/-]{1,64}$/, "a time zone");
const duration = closed({ kind: oneOf("duration"), seconds: fromOne, "counted?": closed({ weekdays: list(integer(1, 7), 1, 6), zone }) });
const daily = closed({ kind: oneOf("daily"), least: count, time: textual(/^\d\d:\d\d$/, "an hour as 20:00"), weekdays: list(integer(1, 7), 1, 7), zone });
const paceForm = (value, at) => {
    anObject(value, at);
    (value["kind"] === "daily" ? daily : duration)(value, at);
};
const resolvedForm = (moves, fault) => closed({ decision: id, draws: list(drawForm, 0, 10_000), events: list(eventForm, 0, 100_000), faults: list(closed({ fault: oneOf("unopened", "illegal", "salt-reused", "escrow-failed"), seat: seatNumber, ...fault })), moves: list(moves, 1, 64), openings: list(openingForm, 0, 64), state: b64(32) });
const FORMS = {
    left: closed({ seat: seatNumber }),
    opened: closed({ decision: id, kind: id, sealed: flag, seats: rising, deadline: orNull(time), "opening_deadline?": time }),
    said: closed({ channel: id, from: seatNumber, text: b64(32, "sm1_"), to: rising }),
    disclosed: closed({ messages: list(message, 1, 100_000) }),
    created: closed({ protocol: oneOf("siegelpost/1"), match: uuid, rules: id, data: b64(32), options: anObject, seats: integer(1, 64), custody: oneOf("any", "client"), pace: paceForm, seed: b64(32, "ss1_"), key: b64(32), "hold_seconds?": integer(1, 366 * 86_400), resolver: b64(32), reveal_seconds: integer(1, 30 * 86_400), entropy: oneOf("optional", "required"), "absence?": closed({ "handing?": closed({ seconds: integer(1, 14 * 86_400), times: integer(1, 20) }), majority: oneOf("all", "most"), misses: integer(1, 20), notice_seconds: integer(1, 14 * 86_400), "substitutes?": flag }), "extensions?": closed({ seconds: integer(1, 14 * 86_400), times: integer(1, 20) }), "nights?": oneOf("kept"), "operator?": oneOf("may-stop"), "operator_extensions?": closed({ seconds: integer(1, 14 * 86_400), times: integer(1, 20) }), "pauses?": closed({ majority: oneOf("all", "most"), seconds: integer(1, 90 * 86_400) }), "rated?": flag, "time_requests?": closed({ majority: oneOf("all", "most"), seconds: integer(1, 14 * 86_400) }), "vacation?": oneOf("clock-stops"), beacon: orNull(closed({ chain: hex(32), delay: integer(0, 86_400), genesis: count, period: integer(1, 86_400), public_key: hex(96), scheme: oneOf("bls-unchained-g1-rfc9380") })) }),
    joined: closed({ seat: seatNumber, player, "entropy?": entropyOf, "entropy_custody?": oneOf("escrow", "client"), "key?": b64(32) }),
    extended: byWhom({ agreement: closed({ by: oneOf("agreement"), deadline: time, decision: id, "opening_deadline?": time, seat: seatNumber }), operator: closed({ by: oneOf("operator"), deadline: time, decision: id, "opening_deadline?": time }), vacation: closed({ by: oneOf("vacation"), deadline: time, decision: id, "opening_deadline?": time, seat: seatNumber }), seat: closed({ by: oneOf("seat"), deadline: time, decision: id, "opening_deadline?": time, seat: seatNumber, "signature?": signature }), server: closed({ decision: id, deadline: time, by: oneOf("server"), lost: list(closed({ cause: oneOf("outage", "parked", "restored"), since: time, until: time }), 0, 128), "opening_deadline?": time }) }),
    seated: closed({ deadline: orNull(time), entropies: list(orNull(entropyOf), 1, 64), players: list(player, 1, 64), reveal: rising, round: orNull(fromOne) }),
    revealed: closed({ entropies: list(orNull(b64(32)), 1, 64) }),
    started: closed({ beacon: orNull(closed({ round: fromOne, signature: hex(48) })), entropies: list(orNull(b64(32)), 1, 64), order: rising, seats: list(player, 1, 64) }),
    locked: closed({ decision: id, "opening_deadline?": time, seats: list(closed({ seat: seatNumber, commitment: sealOf, seq: count, custody: oneOf(...custodies, "absent"), "order?": orderOf, "order_seq?": fromOne, "order_signature?": signature, "signature?": signature }), 1, 64) }),
    resolved: resolvedForm(anyMove, { "opening?": openingForm }),
    resigned: closed({ received: time, seat: seatNumber, "signature?": signature }),
    rekeyed: closed({ "consents?": list(tuple(seatNumber, orNull(signature)), 1, 64), key: b64(32), seat: seatNumber, "signature?": signature }),
    absent: closed({ missed: list(id, 1, 20), seat: seatNumber, until: time }),
    polled: closed({ seat: seatNumber }),
    voted: choosing({ absent: seatNumber, seat: seatNumber, "signature?": signature }, "wait", "bot", "win"),
    returned: closed({ by: oneOf("seat", "answer"), seat: seatNumber, "signature?": signature }),
    substituted: closed({ player, seat: seatNumber, "key?": b64(32) }),
    volunteered: closed({ by: orNull(seatNumber), player, seat: seatNumber, "key?": b64(32) }),
    declined: closed({ player, seat: seatNumber }),
    handed: choosing({ seat: seatNumber, until: time, "signature?": signature }, "bot"),
    kept: closed({ seat: seatNumber }),
    requested: closed({ decision: id, seat: seatNumber, seconds: integer(1, 14 * 86_400), "signature?": signature }),
    responded: closed({ decision: id, grant: flag, requester: seatNumber, seat: seatNumber, "signature?": signature }),
    wished: closed({ pause: flag, seat: seatNumber, "signature?": signature }),
    paused: closed({ until: time }),
    resumed: closed({ moved: list(tuple(id, time, orNull(time)), 0, 1_000) }),
    answered: closed({ answers: list(tuple(id, seatNumber, oneOf("seat", "order", "fallback", "lapsed"), count, orNull(time), (v, at) => (Array.isArray(v) ? tuple(orderOf, fromOne, signature) : orNull(signature))(v, at)), 1, 3000) }),
    closed: closed({ outcome: orNull(outcomeForm), reason: oneOf("finished", "resigned", "cancelled", "expired", "unrevealed", "abandoned", "stopped"), "by?": oneOf("operator"), "seats?": rising, seed: b64(32), "why?": textual(/^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]{1,200}$/u, "one line of 1 to 200 characters") }),
};
const SECOND = 1000;
const TWELVE_HOURS = 12 * 3600 * SECOND;
const BLAMED_ON_SEAT = ["unopened", "illegal", "salt-reused"];
/** How the id of a player begins who is a program of the server's. */
const BOT = "bot:";
const QUICKNET = {
    chain: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971", period: 3, genesis: 1692803367,
    public_key: "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
};
const ms = (at) => Date.parse(at);
const commitmentOf = (opening) => hashed("sc1_", "siegelpost/commit/v1", canonical(opening));
/** The course of one match, as far as it was read; `read` takes the next entry or refutes it. */
class Match {
    match = "";
    rules = "";
    seats = 0;
    heads = [toB64(new Uint8Array(32))];
    times = [0];
    types = [""];
    decisions = new Map();
    closed;
    seated;
    revealed;
    started = 0;
    resigned = new Map();
    said = [];
    /** What `answered` lists, by decision and seat: the answers, and those that lapsed. */
    listed = new Map();
    lapsed = new Map();
    otherSalts = [];
    created = {};
    sitting = new Map();
    keys = new Map();
    rekeyed = new Map();
    /** Seats that got another key because others agreed, of whom some sign nothing. */
    agreedUnsigned = [];
    salts = new Set();
    labels = new Set();
    faults = new Map();
    /** The orders that the log says answered for a seat, by the entries that they answered in. */
    orders = new Map();
    hidden = [];
    absent = [];
    proofs;
    rows = new Map();
    missed = new Map();
    votes = new Map();
    /** Entries in which time was given that makes up for no outage (a vacation, the others, the operator): the match ran then. */
    given = new Set();
    /** Requests for more time that stand (§12.18), by decision; who asked for what, how often each seat asked and answered. */
    requests = new Map();
    askedFor = new Set();
    requested = new Map();
    responded = new Map();
    /** The decision whose time the entry before has granted: the next one moves it. */
    granted;
    byOperator = 0;
    backs = new Map();
    handings = new Map();
    extensions = new Map();
    /** Who wants a pause, how often each seat spoke about one, whether one was and nothing resolved since, and the one that is. */
    wishes = new Set();
    wished = new Map();
    rested = false;
    paused;
    /** What a pause gave no time back, because the rules had taken it back. */
    gone = new Set();
    /** Who took over which seat in which entry: a bot, or a person. */
    changes = [];
    /** Who is ready to play on, by player, and who was replaced in which seat. */
    ready = new Map();
    replaced = new Set();
    /** What seats said about absences, by entry; and the seats that were given up while they were missed. */
    spoken = new Map();
    carriedOut = [];
    clientKinds = new Map();
    get n() {
        return this.heads.length - 1;
    }
    get key() {
        return this.created["key"];
    }
    entropyOf(seat) {
        return this.sitting.get(seat)?.["entropy"] ?? null;
    }
    get beacon() {
        return (this.created["beacon"] ?? null);
    }
    /** Check the body of the entry after the last; its chain and signature are the caller's. */
    async read(entry, head) {
        const at = ms(entry.at);
        must(at >= this.times.at(-1), "at is earlier than that of the entry before");
        const form = FORMS[entry.type];
        must(Object.hasOwn(FORMS, entry.type) && form !== undefined, `entries of type ${JSON.stringify(entry.type)} are not of this protocol`);
        form(entry.body, entry.type);
        must((entry.n === 1) === (entry.type === "created"), "created is not the first entry, and only it");
        this.follows(entry);
        this.heads.push(head);
        this.times.push(at);
        this.types.push(entry.type);
        const handler = this[`on_${entry.type}`];
        await handler.call(this, entry.body, at);
    }
    /** Which types may follow the last entry (§11 and §12.2, 12.5, 12.7). */
    follows(entry) {
        const last = this.types.at(-1);
        const { type, body } = entry;
        must(this.closed === undefined, "an entry after closed");
        must(last !== "disclosed" || type === "closed", "something between disclosed and closed");
        must(last !== "answered" || ["answered", "disclosed", "closed"].includes(type), "something between answered and the end");
        must(last !== "resigned" || ["resigned", "answered", "disclosed", "closed"].includes(type), "something between resigned and the end");
        if (["joined", "left", "seated"].includes(type))
            must(this.started === 0 && this.seated === undefined, `${type} after the table was full`);
        else if (this.seated !== undefined && this.revealed === undefined)
            must((type === "extended" && body["decision"] === "seated") || type === "revealed" || type === "closed", `${type} between seated and revealed`);
        else if (this.revealed !== undefined && this.started === 0)
            must(type === "started", `${type} between revealed and started`);
        else if (["revealed", "started"].includes(type))
            must(false, `${type} at another place than its own`);
        else if (type !== "created" && type !== "closed")
            must(this.started > 0, `${type} before started`);
        for (let waited = this.pending("wait"); waited.length > 0; waited = this.pending("wait"))
            waited.forEach((seat) => this.caseEnds(seat));
        if (this.pending("bot").length + this.pending("win").length + this.takingOver().size > 0)
            must(["substituted", "declined", "returned", "extended", "wished", "rekeyed", "said", "opened", "resumed", "resigned", "answered", "disclosed", "closed"].includes(type), `${type} where the others have decided about a seat`);
        const still = this.paused !== undefined && ["opened", "locked", "resolved", "absent", "polled", "voted", "substituted", "extended", "requested", "responded", "handed", "kept", "paused"].includes(type);
        must(!still, `${type} in a pause`);
        if (this.paused === undefined && this.wishes.size > 0 && this.wantsPause())
            must(!["locked", "resolved", "absent"].includes(type), `${type} where a pause is wanted`);
        const carriedOut = type === "extended" && body["by"] === "agreement" && body["decision"] === this.granted;
        must(this.granted === undefined || carriedOut, `${type} where the others have granted more time`);
        this.granted = undefined;
        if (type === "opened")
            must(["started", "resolved", "opened"].includes(last), "opened is not directly after started or resolved");
    }
    seat(seat) {
        must(seat < this.seats, `there is no seat ${seat}`);
        return seat;
    }
    // -- before the deal
    on_created(body) {
        this.created = body;
        this.match = body["match"];
        this.rules = body["rules"];
        this.seats = body["seats"];
        const beacon = this.beacon;
        if (beacon?.chain === QUICKNET.chain)
            must(beacon.public_key === QUICKNET.public_key && beacon.period === QUICKNET.period && beacon.genesis === QUICKNET.genesis, "the beacon names quicknet with another key, period or genesis");
    }
    on_joined(body) {
        const seat = this.seat(body["seat"]);
        must(!this.sitting.has(seat), `seat ${seat} is taken`);
        must("entropy" in body === "entropy_custody" in body, "joined has one of entropy and entropy_custody");
        must("entropy" in body || this.created["entropy"] === "optional", "joined without the entropy that the match demands");
        const bot = body["player"].startsWith("bot:");
        must(!bot || !("entropy" in body), "a bot gives entropy");
        must(bot || [...this.sitting.values()].every((each) => each["player"] !== body["player"]), "somebody sits in two seats");
        this.sitting.set(seat, body);
    }
    on_left(body) {
        must(this.sitting.delete(body["seat"]), "a seat is left that nobody has");
    }
    /** The members `name` of `joined`, by seat, null where there is none. */
    table(name) {
        must(this.sitting.size === this.seats, "the table is not full");
        return Array.from({ length: this.seats }, (_, seat) => this.sitting.get(seat)?.[name] ?? null);
    }
    on_seated(body, at) {
        must(same(body["players"], this.table("player")), "players are not those who joined");
        must(same(body["entropies"], this.table("entropy")), "entropies are not those of joined");
        const reveal = body["reveal"];
        this.table("entropy_custody").forEach((custody, seat) => {
            if (custody === "client")
                must(reveal.includes(seat), `seat ${seat} holds its entropy and is not in reveal`);
            if (custody === null)
                must(!reveal.includes(seat), `seat ${seat} gave no entropy and is in reveal`);
        });
        must(reveal.every((seat) => seat < this.seats), "reveal names a seat that is not there");
        const deadline = reveal.length === 0 ? null : at + this.created["reveal_seconds"] * SECOND;
        must((body["deadline"] === null ? null : ms(body["deadline"])) === deadline, "deadline is not that of the revealing");
        const [beacon, joined] = [this.beacon, this.times.at(-2)]; // seated follows the last joined
        const round = beacon && Math.max(1, Math.ceil((Math.ceil(joined / SECOND) + beacon.delay - beacon.genesis) / beacon.period) + 1);
        must(body["round"] === round, `round is not ${round}`);
        this.seated = { n: this.n, deadline, reveal, round };
    }
    async on_revealed(body, at) {
        const committed = this.table("entropy");
        const values = body["entropies"];
        must(values.length === this.seats, "entropies are not one for each seat");
        for (const [seat, value] of values.entries()) {
            const commitment = value === null ? null : await hashed("se1_", "siegelpost/entropy/v1", utf8(this.match), be(seat, 4), bytesOf(value));
            must(commitment === committed[seat], `the entropy of seat ${seat} is not that of its commitment`);
        }
        this.revealed = { n: this.n, at, entropies: values };
    }
    on_started(body, at) {
        must(same(body["seats"], this.table("player")), "seats are not the players who joined");
        must(same(body["order"], Array.from({ length: this.seats }, (_, seat) => seat)), "order does not list the seats from 0 on");
        must(same(body["entropies"], this.revealed?.entropies ?? null), "entropies are not those revealed");
        const [beacon, value] = [this.beacon, body["beacon"]];
        must((beacon === null) === (value === null), "the beacon is not that of created");
        if (beacon !== null && value !== null) {
            must(value.round === this.seated?.round, "the beacon's round is not that of seated");
            must(at >= (beacon.genesis + (value.round - 1) * beacon.period) * SECOND, "started before the time of the beacon's round");
        }
        for (const [seat, joined] of this.sitting)
            if ("key" in joined)
                this.keys.set(seat, [{ n: 0, key: joined["key"] }]);
        this.started = this.n;
    }
    // -- decisions
    decision(name) {
        const decision = this.decisions.get(name);
        must(decision !== undefined && decision.resolved === undefined && !this.gone.has(name), `decision ${name} is not open`);
        return decision;
    }
    on_opened(body, at) {
        const name = body["decision"];
        must(!this.decisions.has(name) && !["orders", "seated", "resign", "key", "here", "vote", "extend", "pause", "request", "respond", "hand"].includes(name), `decision id ${name} was used before or is reserved`);
        const seats = body["seats"];
        must(seats.length > 0, "a decision of no seat");
        seats.forEach((seat) => this.seat(seat));
        const sealed = body["sealed"];
        const deadline = body["deadline"] === null ? null : ms(body["deadline"]);
        const awaits = sealed && deadline !== null;
        must(!sealed || awaits, "a sealed decision that nobody waits for");
        must(awaits === "opening_deadline" in body, "opening_deadline stands beside sealed decisions, and only there");
        const span = awaits ? ms(body["opening_deadline"]) - deadline : 0;
        must(span >= 0 && span <= TWELVE_HOURS, "opening_deadline is not within twelve hours of deadline");
        if (awaits)
            must(span <= deadline - at, "openings are awaited longer than answers");
        const ends = [{ n: this.n, end: deadline }];
        this.decisions.set(name, { id: name, kind: body["kind"], sealed, seats, n: this.n, head: this.heads.at(-1), deadline, span, awaits: null, ends });
    }
    async on_extended(body, at) {
        const deadline = ms(body["deadline"]);
        if (this.started === 0) {
            must(this.seated?.deadline != null, "extended where nothing is awaited");
            must(body["by"] === "server" && !("opening_deadline" in body) && deadline >= this.seated.deadline, "the revealing is not extended");
            this.givesBack(body, at, deadline - this.seated.deadline);
            this.seated.deadline = deadline;
            return;
        }
        const decision = this.decision(body["decision"]);
        must(decision.deadline !== null && deadline >= decision.deadline, "deadline is earlier than before, or there was none");
        must(decision.sealed || !("opening_deadline" in body), "opening_deadline stands beside sealed decisions only");
        must(decision.lock === undefined || deadline === decision.deadline, "deadline moves after the lock");
        const before = decision.lock === undefined ? decision.deadline : decision.awaits;
        this.extendOpening(decision, deadline, body);
        if (body["by"] === "seat")
            await this.takesTime(decision, body, at, deadline);
        else {
            const moved = (decision.lock === undefined ? deadline : decision.awaits) - before;
            if (body["by"] === "vacation")
                this.stops(decision, body, moved);
            else if (body["by"] === "agreement")
                this.grants(decision, body, at, moved);
            else if (body["by"] === "operator")
                this.operatorGives(at, before, moved);
            else
                this.givesBack(body, at, moved);
        }
        decision.deadline = deadline;
    }
    /** The times that an extension gives back: disjoint, over, none in which the match went on; no less is given (§12.4). */
    givesBack(body, at, moved) {
        let before = this.types.length - 2;
        while (this.types[before] === "extended" && !this.spoken.has(before) && !this.given.has(before))
            before -= 1; // what a seat takes itself, a vacation, the others or the operator give nothing back
        let ended = this.times[before];
        let total = 0;
        for (const one of body["lost"]) {
            const since = ms(one["since"]);
            const until = ms(one["until"]);
            must(ended <= since && since < until && until <= at, "extended for a time in which the match went on, or that is not over");
            ended = until;
            total += until - since;
        }
        must(moved >= SECOND, "extended by less than a second");
        must(moved >= total, "extended by less than was lost");
    }
    /** The clock stops while somebody who is waited for is on vacation, where that was agreed (§12.17). */
    stops(decision, body, moved) {
        const seat = body["seat"];
        must(this.created["vacation"] !== undefined, "the clock stops for a vacation, which was not agreed");
        must(decision.seats.includes(seat) && this.isPerson(seat), `the clock of ${decision.id} stops for seat ${seat}, which nobody waits for`);
        must(moved >= SECOND, "the clock stops for less than a second");
        this.given.add(this.n);
    }
    /** What was agreed, or, whole days by a pace with a time zone, up to two hours more or less: a change of its clocks (§12.13). */
    isAgreedTime(moved, seconds) {
        const pace = this.created["pace"];
        const off = Math.abs(moved - seconds * SECOND);
        return off === 0 || (seconds >= 86_400 && off <= 7_200 * SECOND && off % (900 * SECOND) === 0 && ("zone" in pace || "counted" in pace));
    }
    /** More time that a seat takes without asking, as often as agreed (§12.13). */
    async takesTime(decision, body, at, deadline) {
        const seat = body["seat"];
        const agreed = this.created["extensions"];
        const before = decision.deadline;
        must(agreed !== undefined && decision.seats.includes(seat) && this.isPerson(seat), `seat ${seat} takes more time, and may not`);
        must(decision.lock === undefined && at < before + SECOND, `seat ${seat} takes more time for what is over`);
        must(this.isAgreedTime(deadline - before, agreed.seconds), `seat ${seat} takes other time than was agreed`);
        const seq = (this.extensions.get(seat) ?? 0) + 1;
        must(seq <= agreed.times, `seat ${seat} takes more time than it has`);
        await this.spokenBy(seat, { act: "extend", head: decision.head, seq }, body["signature"]);
        this.extensions.set(seat, seq);
        this.isHere(seat);
        this.spoken.set(this.n, { act: "extend", received: new Date(at).toISOString(), seat });
    }
    get timeRequests() {
        return this.created["time_requests"];
    }
    /** Whether enough of the others, of these voters, are among `said` (§12.18): where there is nobody to ask, it is granted. */
    agree(said, voters) {
        const agreed = voters.filter((seat) => said.includes(seat)).length;
        return agreed === voters.length || (this.timeRequests?.majority === "most" && 2 * agreed > voters.length);
    }
    isGranted(one) {
        return this.agree([...one.said].filter(([, grant]) => grant).map(([seat]) => seat), this.voters(one.seat));
    }
    /** What was just said may grant the time, or refuse it for good. */
    judge(name, one) {
        const voters = this.voters(one.seat);
        const left = voters.filter((seat) => one.said.get(seat) !== false);
        if (this.isGranted(one))
            this.granted = name;
        else if (left.length < voters.length && !this.agree(left, voters))
            this.requests.delete(name);
    }
    /** A decision whose time may be moved: it waits for this seat's answer. */
    movable(name, seat, at) {
        const decision = this.decision(name);
        must(decision.seats.includes(seat) && decision.lock === undefined, `more time is asked for ${name}, which does not wait for seat ${seat}`);
        must(decision.deadline !== null && at < decision.deadline + SECOND, `more time is asked for ${name}, whose time was over`);
        return decision;
    }
    /** Whoever said something is there; what that ends is ended at once. */
    speaks(seat, act, at) {
        this.isHere(seat);
        for (let waited = this.pending("wait"); waited.length > 0; waited = this.pending("wait"))
            waited.forEach((other) => this.caseEnds(other));
        this.spoken.set(this.n, { act, received: new Date(at).toISOString(), seat });
    }
    async on_requested(body, at) {
        const [name, seat, seconds] = [body["decision"], this.seat(body["seat"]), body["seconds"]];
        const decision = this.movable(name, seat, at);
        must(this.timeRequests !== undefined && this.isPerson(seat), `seat ${seat} may not ask for more time`);
        must(!this.requests.has(name) && !this.askedFor.has(`${name} ${seat}`), `seat ${seat} asks for more time once more, or another one asks`);
        must(seconds <= this.timeRequests.seconds, `seat ${seat} asks for more time than was agreed`);
        const seq = (this.requested.get(seat) ?? 0) + 1;
        await this.spokenBy(seat, { act: "request", head: decision.head, seconds, seq }, body["signature"]);
        this.requested.set(seat, seq);
        this.askedFor.add(`${name} ${seat}`);
        this.speaks(seat, "request", at);
        const one = { seat, seconds, head: this.heads.at(-1), said: new Map() };
        this.requests.set(name, one);
        this.judge(name, one);
    }
    async on_responded(body, at) {
        const [name, seat, grant] = [body["decision"], this.seat(body["seat"]), body["grant"]];
        const one = this.requests.get(name);
        must(one !== undefined && one.seat === body["requester"], `seat ${seat} answers a request that does not stand`);
        this.movable(name, one.seat, at);
        must(this.voters(one.seat).includes(seat), `seat ${seat} is not asked whether it grants more time`);
        must(one.said.get(seat) !== grant, `seat ${seat} says once more what it has said`);
        const seq = (this.responded.get(seat) ?? 0) + 1;
        await this.spokenBy(seat, { act: "respond", grant, head: one.head, seq }, body["signature"]);
        this.responded.set(seat, seq);
        this.speaks(seat, "respond", at);
        one.said.set(seat, grant);
        this.judge(name, one);
    }
    /** The others have granted a seat just the time that it asked for (§12.18). */
    grants(decision, body, at, moved) {
        const one = this.requests.get(decision.id);
        must(one !== undefined && one.seat === body["seat"], `time is given for ${decision.id} that nobody asked for`);
        must(decision.lock === undefined && at < decision.deadline + SECOND, `time is given for ${decision.id}, whose time was over`);
        must(this.timeRequests !== undefined && this.isGranted(one), `time is given for ${decision.id}, which not enough of the others agreed to`);
        must(this.isAgreedTime(moved, one.seconds), `other time is given for ${decision.id} than was asked for`);
        this.requests.delete(decision.id);
        this.given.add(this.n);
    }
    /** The operator gives time: so often and so much as was agreed (§12.18). */
    operatorGives(at, before, moved) {
        const agreed = this.created["operator_extensions"];
        must(agreed !== undefined && this.byOperator < agreed.times, "the operator gives time more often than was agreed");
        must(before !== null && at < before + SECOND, "the operator gives time where nobody is waited for");
        must(moved >= SECOND && moved <= agreed.seconds * SECOND, "the operator gives more time than was agreed, or none");
        this.byOperator += 1;
        this.given.add(this.n);
    }
    /** Until when answers, or after the lock openings, are awaited now (§12.4). */
    extendOpening(decision, deadline, body) {
        must(decision.sealed === "opening_deadline" in body, "opening_deadline is missing beside a sealed decision");
        const opening = decision.sealed ? ms(body["opening_deadline"]) : null;
        if (decision.lock === undefined)
            must(opening === null || opening === deadline + decision.span, "opening_deadline is not after the same span");
        else {
            must(decision.awaits !== null && opening >= decision.awaits, "opening_deadline is earlier than before, or no opening is awaited");
            decision.awaits = opening;
        }
        decision.ends.push({ n: this.n, end: decision.lock === undefined ? deadline : opening });
    }
    async on_locked(body, at) {
        const decision = this.decision(body["decision"]);
        must(decision.sealed && decision.lock === undefined, "the decision is not sealed, or was locked before");
        this.requests.delete(decision.id);
        const locks = body["seats"];
        must(same(locks.map((lock) => lock.seat), decision.seats), "the lock does not list the seats of the decision");
        for (const lock of locks)
            await this.checkLock(decision, lock, at);
        const awaits = "opening_deadline" in body ? ms(body["opening_deadline"]) : null;
        must(awaits !== null || locks.every((lock) => lock.custody !== "client"), "openings are awaited and there is no opening_deadline");
        must(awaits === null || awaits === at + decision.span, "opening_deadline is not after the span of opened");
        must(awaits === null || locks.some((lock) => lock.custody !== "absent"), "opening_deadline where nobody can open anything");
        decision.awaits = awaits;
        decision.ends.push({ n: this.n, end: decision.awaits });
        decision.lock = { n: this.n, at, seats: locks };
    }
    /** Whether no act counts any more: a second after the end, as long as one may have been received. */
    isOver(end, at) {
        return end !== null && at >= end + SECOND;
    }
    async checkLock(decision, lock, at) {
        const who = `seat ${lock.seat}`;
        if (lock.custody === "absent") {
            must(this.isOver(decision.deadline, at), `${who} is called absent before the deadline`);
        }
        else {
            must(lock.seq >= 1, `${who} is locked with seq 0`);
            must(!("order" in lock), `${who} is locked with an order beside its own seal`);
            this.checkCustody(decision, lock);
        }
        if ("order" in lock)
            this.ordersMayAnswer(lock.seat, this.n);
        must("order" in lock === "order_seq" in lock, `${who} has one of order and order_seq`);
        if (lock.order !== undefined && lock.order_seq !== undefined)
            this.checkOrder(lock.seat, lock.order, lock.order_seq, this.n);
        await this.orderSigned(lock.seat, lock, this.n);
        const act = lock.custody !== "absent" ? "seal" : lock.seq > 0 ? "withdraw" : null;
        const commitment = act === "seal" ? lock.commitment : null;
        await this.actSigned(lock.seat, act, commitment, decision, lock.seq, lock.signature, this.n);
    }
    /** Custody that the match demands (§11, §12.4): client, but for a seat that was blamed twice, or where only escrow is taken. */
    checkCustody(decision, lock) {
        if (this.created["custody"] !== "client")
            return;
        if ((this.faults.get(lock.seat) ?? 0) >= 2)
            return;
        // Which kinds take escrow only is the rules' to know; but one kind cannot do both.
        const way = lock.custody === "client" ? "client" : "escrow";
        must((this.clientKinds.get(decision.kind) ?? way) === way, `seat ${lock.seat} has another custody than the match demands`);
        this.clientKinds.set(decision.kind, way);
    }
    /** From one use of orders to the next, in locks and open answers, `order_seq` never falls, and one number has one order (§12.4). */
    checkOrder(seat, order, seq, n) {
        const used = this.orders.get(seat) ?? [];
        const place = used.findLastIndex((each) => each.n < n) + 1;
        const [before, after] = [used[place - 1], used[place]];
        must(seq >= (before?.seq ?? 0) && seq <= (after?.seq ?? Infinity), `order_seq of seat ${seat} falls`);
        for (const each of [before, after])
            must(each?.seq !== seq || each.order === order, `order_seq ${seq} of seat ${seat} has two orders`);
        used.splice(place, 0, { n, seq, order });
        this.orders.set(seat, used);
    }
    // -- players' signatures (§12.9)
    /** The keys of a seat that were in force at entry `from` or came between it and entry `to`. */
    keysOf(seat, from, to = this.n) {
        return this.keysSince(seat, from, to).filter((key) => key !== "");
    }
    /** The same, with an empty one where a bot had the seat. */
    keysSince(seat, from, to) {
        const all = (this.keys.get(seat) ?? []).filter((key) => key.n <= to);
        const first = all.findLastIndex((key) => key.n <= from);
        return all.slice(Math.max(first, 0)).map((key) => key.key);
    }
    async holds(keys, act, by) {
        const message = await hash("siegelpost/act/v1", canonical({ ...act, match: this.match }));
        for (const key of keys)
            if (await signed(key, message, by))
                return true;
        return false;
    }
    /** A seat with a key signs what it does; one without, or that did nothing (`act` null), has no signature. */
    async actSigned(seat, act, commitment, decision, seq, by, to) {
        const keys = this.keysOf(seat, decision.n, to);
        if (act === null || keys.length === 0)
            return must(by === undefined, `seat ${seat} has a signature where there is nothing to sign`);
        if (by === undefined && this.keysSince(seat, decision.n, to).includes(""))
            return;
        const holds = by !== undefined && (await this.holds(keys, { act, commitment, decision: decision.id, head: decision.head, seat, seq }, by));
        must(holds, `the signature of seat ${seat} is missing or does not hold`);
    }
    async orderSigned(seat, used, n) {
        const key = this.keysOf(seat, n, n);
        const by = used.order_signature;
        if (used.order === undefined || key.length === 0)
            return must(by === undefined, `seat ${seat} has an order_signature where there is nothing to sign`);
        const act = { act: "order", commitment: used.order, decision: "orders", head: this.heads[this.started], seat, seq: used.order_seq };
        must(by !== undefined && (await this.holds(key, act, by)), `the order_signature of seat ${seat} is missing or does not hold`);
    }
    async on_rekeyed(body) {
        const seat = this.seat(body["seat"]);
        const keys = this.keysOf(seat, this.n);
        must(keys.length > 0, `seat ${seat} has no key to change`);
        must("consents" in body !== "signature" in body, "rekeyed has not one of consents and signature");
        const seq = (this.rekeyed.get(seat) ?? 0) + 1;
        const act = { commitment: `sk1_${body["key"]}`, decision: "key", head: this.heads[this.started], seat, seq };
        if ("signature" in body)
            must(await this.holds(keys, { act: "key", ...act }, body["signature"]), "the old key did not sign the new one");
        const consents = (body["consents"] ?? []);
        const others = [...this.sitting].filter(([other, { player }]) => other !== seat && !player.startsWith(BOT)).map(([other]) => other);
        if ("consents" in body)
            must(same(consents.map(([other]) => other), others.sort((a, b) => a - b)), "not everybody else was asked for consent");
        for (const [other, by] of consents) {
            const theirs = this.keysOf(this.seat(other), this.n);
            must((by === null) === (theirs.length === 0), `the consent of seat ${other} is not in its form`);
            if (by !== null)
                must(await this.holds(theirs, { act: "consent", ...act }, by), `the consent of seat ${other} does not hold`);
        }
        this.rekeyed.set(seat, seq);
        if (consents.some(([, by]) => by === null))
            this.agreedUnsigned.push(seat);
        this.keys.get(seat)?.push({ n: this.n, key: body["key"] });
    }
    // -- what a decision came to
    async on_resolved(body, at) {
        const decision = this.decision(body["decision"]);
        this.requests.delete(decision.id);
        this.rested = false;
        const moves = body["moves"];
        const openings = body["openings"];
        const faults = body["faults"];
        must(same(moves.map((each) => each.seat), decision.seats), "moves do not list the seats of the decision");
        for (const { label } of body["draws"]) {
            must(!this.labels.has(label), `label ${label} a second time`);
            this.labels.add(label);
        }
        const commitments = new Map();
        for (const opening of [...openings, ...faults.flatMap((fault) => fault.opening ?? [])])
            commitments.set(opening.seat, await this.belongs(decision, opening));
        if (decision.sealed)
            this.resolveSealed(decision, moves, openings, faults, commitments, at);
        else
            await this.resolveOpen(decision, moves, openings, faults, commitments, at);
        for (const opening of [...openings, ...faults.flatMap((fault) => fault.opening ?? [])])
            this.salts.add(opening.salt);
        for (const { seat, fault } of faults)
            if (BLAMED_ON_SEAT.includes(fault))
                this.faults.set(seat, (this.faults.get(seat) ?? 0) + 1);
        decision.resolved = { n: this.n, moves, openings, faults, commitments };
        if (this.absence !== undefined)
            for (const answer of moves)
                this.noteAnswer(decision, answer, faults);
    }
    /** An opening must be of this match, decision, seat and head (§2); returns its commitment. */
    async belongs(decision, opening) {
        const { match, rules, head } = opening;
        must(match === this.match && rules === this.rules && opening.decision === decision.id && head === decision.head, `the opening of seat ${opening.seat} belongs elsewhere`);
        must(canonical(opening).length <= 4096 && levelsOf(opening) <= 8, `the opening of seat ${opening.seat} is too big`);
        return commitmentOf(opening);
    }
    resolveSealed(decision, moves, openings, faults, commitments, at) {
        must(decision.lock !== undefined, "a sealed decision is resolved without a lock");
        const locks = decision.lock.seats;
        const blamed = new Map(faults.map((fault) => [fault.seat, fault]));
        must(same(faults.map((fault) => fault.seat), decision.seats.filter((seat) => blamed.has(seat))), "faults are not in the order of the lock");
        must(same(openings.map((opening) => opening.seat), decision.seats.filter((seat) => !blamed.has(seat))), "not every seat has an opening or a fault");
        for (const [i, lock] of locks.entries()) {
            const answer = moves[i];
            const fault = blamed.get(lock.seat);
            must(answer.proof === undefined && answer.seq === undefined, "a move has members of open decisions");
            if (commitments.has(lock.seat))
                must(commitments.get(lock.seat) === lock.commitment, `the opening of seat ${lock.seat} is not that of its commitment`);
            if (fault !== undefined)
                this.checkFault(decision, lock, fault, at);
            const opening = openings.find((each) => each.seat === lock.seat);
            const by = fault !== undefined ? "fallback" : lock.custody !== "absent" ? "seat" : "order" in lock ? "order" : "fallback";
            must(answer.by === by, `the move of seat ${lock.seat} is called ${answer.by}, not ${by}`);
            if (opening !== undefined)
                must(same(opening.move, answer.move), `the move of seat ${lock.seat} is not that of its opening`);
            this.checkReceived(decision, answer, decision.lock.at);
            if (opening !== undefined && answer.by === "fallback")
                this.absent.push(opening);
        }
        this.checkSalts(locks, openings, blamed);
    }
    checkFault(decision, lock, { fault, opening }, at) {
        const custody = fault === "escrow-failed" ? ["escrow", "mail"] : ["client"];
        must(custody.includes(lock.custody), `seat ${lock.seat} is blamed with ${fault} under custody ${lock.custody}`);
        const shown = fault === "illegal" || fault === "salt-reused";
        must(shown === (opening !== undefined), `the fault ${fault} of seat ${lock.seat} ${shown ? "shows no opening" : "shows an opening"}`);
        if (opening !== undefined)
            must(opening.seat === lock.seat, "a fault shows another seat's opening");
        if (fault === "unopened" || fault === "escrow-failed")
            must(this.isOver(decision.awaits, at), `seat ${lock.seat} is blamed before its opening deadline`);
    }
    /** Whether salts of client custody are as new as the log says (§11, §12.4). */
    checkSalts(locks, openings, blamed) {
        const shown = (lock) => blamed.get(lock.seat)?.opening ?? openings.find((each) => each.seat === lock.seat);
        const used = new Set(this.salts);
        const judged = (lock) => lock.custody === "client";
        for (const lock of locks)
            if (!judged(lock))
                used.add(shown(lock)?.salt ?? "");
        for (const lock of locks.filter(judged).sort((a, b) => a.seat - b.seat)) {
            const salt = shown(lock)?.salt;
            if (salt === undefined)
                continue;
            must(used.has(salt) === (blamed.get(lock.seat)?.fault === "salt-reused"), `the salt of seat ${lock.seat} is ${used.has(salt) ? "" : "not "}used`);
            used.add(salt);
        }
    }
    async resolveOpen(decision, moves, openings, faults, commitments, at) {
        must(faults.length === 0, "an open decision has faults");
        must(same(openings.map((each) => each.seat), decision.seats), "the openings are not those of the decision's answers");
        for (const [i, answer] of moves.entries()) {
            const { seat, by } = answer;
            if (by === "fallback")
                must(this.isOver(decision.deadline, at), `the rules answer for seat ${seat} before its deadline`);
            const opening = openings[i];
            must(same(opening.move, answer.move), `the move of seat ${seat} is not that of its opening`);
            if (by === "fallback")
                this.absent.push(opening);
            must(answer.proof !== undefined || answer.seq !== undefined, "a move has neither proof nor seq");
            must((this.proofs ??= answer.proof !== undefined) === (answer.proof !== undefined), "proofs stand at some open answers only");
            if (answer.proof !== undefined)
                this.hidden.push({ decision, answer, n: this.n });
            else {
                this.checkReceived(decision, answer, at);
                await this.checkAnswer(decision, answer, commitments.get(seat), this.n);
            }
        }
    }
    /** An answer to an open decision with its number and, of a seat with a key, its signature (§12.5, §12.9). */
    async checkAnswer(decision, answer, commitment, n) {
        const { seat, by, order, order_seq, order_signature } = answer;
        const keyed = this.keysOf(seat, n, n).length > 0;
        const orders = [order, order_seq, order_signature].filter((each) => each !== undefined).length;
        must(orders === 0 || (orders === 3 && by === "order" && keyed), `the answer of seat ${seat} has members of orders that are not its own`);
        if (by === "order")
            this.ordersMayAnswer(seat, n);
        await this.orderSigned(seat, answer, n);
        if (order !== undefined && order_seq !== undefined)
            this.checkOrder(seat, order, order_seq, n);
        if (by === "seat")
            must((answer.seq ?? 0) >= 1, `the answer of seat ${seat} has no number`);
        await this.actSigned(seat, by === "seat" ? "seal" : null, commitment, decision, answer.seq ?? 0, answer.signature, n);
    }
    /** `received` is a time where the seat itself answered, in time and by the lock (or resolution) at `until`; else null (§11, §5). */
    checkReceived(decision, answer, until) {
        must((answer.by === "seat") === (answer.received !== null), `received of seat ${answer.seat} is not as its move`);
        if (answer.received === null)
            return;
        must(ms(answer.received) <= until, `the answer of seat ${answer.seat} is later than the entry that goes by it`);
        if (decision.deadline === null)
            return;
        must(ms(answer.received) < decision.deadline + SECOND, `the answer of seat ${answer.seat} came too late`);
    }
    // -- people who stay away (§12.12)
    get absence() {
        return this.created["absence"];
    }
    isPerson(seat) {
        return !(this.sitting.get(seat)?.["player"]).startsWith(BOT);
    }
    /** Whether the others are asked about a seat because who sits there stays away, and not because he hands it over. */
    isMissedByAll(seat) {
        const found = this.missed.get(seat);
        return found?.polled !== undefined && found.to === undefined;
    }
    /** Who decides about a seat: every other person about whom nobody is asked. */
    voters(seat) {
        return [...this.sitting.keys()].filter((other) => other !== seat && this.isPerson(other) && !this.isMissedByAll(other));
    }
    /** Whether a seat is handed over to this taker, and nobody else who is a person sits at the table: then nobody has to agree. */
    handsOverAlone(seat, taker) {
        return this.missed.get(seat)?.to === taker && ![...this.sitting.keys()].some((other) => other !== seat && this.isPerson(other));
    }
    /** The seats about which this was decided and not done yet. */
    pending(choice) {
        const seats = [...this.missed].filter(([seat, { polled, votes }]) => {
            const voters = this.voters(seat);
            const agreed = voters.filter((voter) => votes.get(voter) === choice).length;
            if (this.handsOverAlone(seat, choice))
                return true;
            return polled !== undefined && (this.absence?.majority === "most" ? 2 * agreed > voters.length : agreed > 0 && agreed === voters.length);
        });
        return seats.map(([seat]) => seat).sort((a, b) => a - b);
    }
    /** Whether the voters agree, if these seats do. */
    isMajority(agreed, voters) {
        return agreed > 0 && (this.absence?.majority === "most" ? 2 * agreed > voters : agreed === voters);
    }
    /** Who is to have which seat, by what was decided and is not done yet (§12.15). */
    takingOver() {
        const found = new Map();
        for (const [who, one] of this.ready) {
            const [missed, voters] = [this.missed.get(one.seat), this.voters(one.seat)];
            const asked = this.isMissedByAll(one.seat) || missed?.to === `person ${who}`;
            const agreed = voters.filter((voter) => (asked ? missed?.votes.get(voter) === `person ${who}` : one.agreed.has(voter))).length;
            const holder = asked || (one.by === null && (!this.isPerson(one.seat) || one.agreed.has(one.seat)));
            const chosen = this.handsOverAlone(one.seat, `person ${who}`) || (holder && this.isMajority(agreed, voters.length));
            if (!found.has(one.seat) && chosen)
                found.set(one.seat, who);
        }
        return found;
    }
    /** The case of a seat is over, whatever it was about. */
    caseEnds(seat) {
        this.missed.delete(seat);
        this.isHere(seat);
    }
    /** Who sits there is there; that he hands the seat over goes on. */
    isHere(seat) {
        this.rows.delete(seat);
        if (this.missed.get(seat)?.to === undefined)
            this.missed.delete(seat);
        for (const [who, one] of [...this.ready])
            if (one.seat === seat && one.by !== null && one.by !== seat)
                this.ready.delete(who);
    }
    isReady(who, seat) {
        const one = this.ready.get(who);
        must(one !== undefined && one.seat === seat, `${who} is not ready to play on in seat ${seat}`);
        return one;
    }
    forget(who, seat) {
        this.ready.delete(who);
        const votes = this.missed.get(seat)?.votes;
        for (const [voter, choice] of [...(votes ?? [])])
            if (choice === `person ${who}`)
                votes?.delete(voter);
        if (this.missed.get(seat)?.to === `person ${who}`)
            this.missed.delete(seat);
    }
    on_volunteered(body) {
        const [seat, by, who, key] = [this.seat(body["seat"]), body["by"], body["player"], body["key"]];
        must(this.absence?.substitutes === true, "this match has not agreed that people take over seats");
        const sits = [...this.sitting.values()].some((one) => one["player"] === who);
        must(!who.startsWith(BOT) && !sits && !this.ready.has(who), `${who} has a seat, or is ready for one, or is a bot`);
        const asked = this.isMissedByAll(seat);
        if (by === null)
            must(this.replaced.has(`${seat} ${who}`), `${who} would come back to seat ${seat}, and never had it`);
        else
            must(by === seat ? this.isPerson(seat) : asked && this.voters(seat).includes(by), `seat ${by} is not asked about seat ${seat}`);
        must((key !== undefined) === this.keys.has(seat), `who is ready for seat ${seat} has a key, or none, where it is not so with the seat`);
        if (by !== null)
            for (const [other, one] of [...this.ready])
                if (one.seat === seat && one.by === by)
                    this.forget(other, seat);
        this.ready.set(who, { seat, by, head: this.heads.at(-1), key, agreed: new Set() });
    }
    on_declined(body) {
        const [seat, who] = [body["seat"], body["player"]];
        this.isReady(who, seat);
        this.forget(who, seat);
    }
    /** Who answered is there, and who tried to; who did not has missed one more; orders are neither. */
    noteAnswer(decision, { seat, by }, faults) {
        if (!this.isPerson(seat) || by === "order")
            return;
        const acted = faults.some((fault) => fault.seat === seat) || decision.lock?.seats.some((lock) => lock.seat === seat && lock.seq > 0);
        if (by === "seat" || acted === true)
            this.isHere(seat);
        else
            this.rows.set(seat, [...(this.rows.get(seat) ?? []), decision.id]);
    }
    missedSeat(seat) {
        const found = this.missed.get(seat);
        must(found !== undefined, `seat ${seat} is not missed`);
        return found;
    }
    on_absent(body, at) {
        const [seat, row] = [this.seat(body["seat"]), body["missed"]];
        const agreed = this.absence;
        must(agreed !== undefined, "this match has not agreed what is done when somebody stays away");
        must(this.isPerson(seat) && !this.missed.has(seat) && this.voters(seat).length > 0, `nobody can be asked about seat ${seat} now`);
        must(row.length === agreed.misses && same(row, (this.rows.get(seat) ?? []).slice(-agreed.misses)), `seat ${seat} has not missed these in a row`);
        must(ms(body["until"]) === at + agreed.notice_seconds * SECOND, `seat ${seat} has another notice than was agreed`);
        this.missed.set(seat, { n: this.n, head: this.heads.at(-1), until: at + agreed.notice_seconds * SECOND, votes: new Map() });
    }
    on_polled(body, at) {
        const seat = body["seat"];
        const found = this.missedSeat(seat);
        must(found.polled === undefined && at >= found.until && this.voters(seat).length > 0, `the others are asked about seat ${seat} twice or too early`);
        found.polled = this.heads.at(-1);
    }
    async on_voted(body, at) {
        const [seat, absent, choice] = [this.seat(body["seat"]), body["absent"], body["choice"]];
        const who = "player" in body ? { player: body["player"] } : {};
        const one = who.player === undefined ? undefined : this.isReady(who.player, absent);
        const back = one !== undefined && one.by === null && !this.isMissedByAll(absent);
        const found = back ? undefined : this.missedSeat(absent);
        const asked = this.voters(absent).includes(seat) && (back || found?.polled !== undefined);
        must(asked || (back && seat === absent && this.isPerson(seat)), `seat ${seat} is not asked about seat ${absent}`);
        must(choice !== "bot" || this.created["custody"] !== "client", "a bot cannot keep its openings itself");
        const wanted = who.player === undefined ? choice : `person ${who.player}`;
        if (found?.to !== undefined) {
            must(wanted === "wait" || wanted === found.to, `seat ${absent} is handed over to somebody else`);
            must(at < found.until, `a vote about seat ${absent} after the time to answer`);
        }
        const seq = (this.votes.get(seat) ?? 0) + 1;
        const head = (back ? one.head : found?.polled);
        await this.spokenBy(seat, { act: "vote", choice, ...who, head, seq }, body["signature"]);
        this.votes.set(seat, seq);
        this.isHere(seat);
        if (back)
            one.agreed.add(seat);
        else
            found?.votes.set(seat, wanted);
        this.spoken.set(this.n, { act: "vote", absent, choice, ...who, received: new Date(at).toISOString(), seat });
    }
    async on_returned(body, at) {
        const seat = body["seat"];
        const found = this.missedSeat(seat);
        this.caseEnds(seat);
        if (body["by"] === "answer")
            return must(!("signature" in body) && found.to === undefined, `seat ${seat} said nothing, and signed it, or hands the seat over`);
        const seq = (this.backs.get(seat) ?? 0) + 1;
        await this.spokenBy(seat, { act: "here", head: found.head, seq }, body["signature"]);
        this.backs.set(seat, seq);
        this.spoken.set(this.n, { act: "here", received: new Date(at).toISOString(), seat });
    }
    /** Who sits there and is there hands the seat over (§12.20). */
    async on_handed(body, at) {
        const [seat, choice] = [this.seat(body["seat"]), body["choice"]];
        const who = "player" in body ? { player: body["player"] } : {};
        const agreed = this.absence?.handing;
        must(agreed !== undefined, "this match has not agreed that seats are handed over");
        must(this.isPerson(seat) && this.missed.get(seat)?.polled === undefined, `seat ${seat} has a bot, or the others are asked about it`);
        const seq = (this.handings.get(seat) ?? 0) + 1;
        must(seq <= agreed.times, `seat ${seat} is handed over more often than was agreed`);
        if (who.player === undefined)
            must(this.created["custody"] !== "client", "a bot cannot keep its openings itself");
        else
            must(this.isReady(who.player, seat).by === seat, `seat ${seat} has not named ${who.player}`);
        const until = at + agreed.seconds * SECOND;
        must(ms(body["until"]) === until, "the others have another time to answer than was agreed");
        await this.spokenBy(seat, { act: "hand", choice, ...who, head: this.heads[this.started], seq }, body["signature"]);
        this.handings.set(seat, seq);
        this.isHere(seat);
        const head = this.heads.at(-1);
        this.missed.set(seat, { n: this.n, head, until, polled: head, to: who.player === undefined ? choice : `person ${who.player}`, votes: new Map() });
        this.spoken.set(this.n, { act: "hand", choice, ...who, received: new Date(at).toISOString(), seat });
    }
    /** Nothing was decided about a seat that was to be handed over: `follows` lets nothing come between a decision and what it says. */
    on_kept(body, at) {
        const [seat, found] = [body["seat"], this.missedSeat(body["seat"])];
        must(found.to !== undefined && at >= found.until, `the time to answer about seat ${seat} is not over, or nobody hands it over`);
        this.missed.delete(seat); // what the seat missed stays missed
    }
    async spokenBy(seat, said, by) {
        const key = this.keysOf(seat, this.n);
        const act = { commitment: null, decision: said["act"], seat, ...said };
        must(key.length === 0 ? by === undefined : by !== undefined && (await this.holds(key, act, by)), `the signature of seat ${seat} is missing or does not hold`);
    }
    on_substituted(body) {
        const [seat, who] = [body["seat"], body["player"]];
        const bot = this.pending("bot").includes(seat) && who.startsWith(BOT);
        must(bot || this.takingOver().get(seat) === who, `seat ${seat} is given away, which was not decided`);
        const key = bot ? undefined : this.isReady(who, seat).key;
        must(body["key"] === key, `who takes seat ${seat} has another key than he was ready with`);
        const missed = this.missed.get(seat);
        if (missed !== undefined && missed.to === undefined)
            this.carriedOut.push({ seat, since: missed.n, until: this.n });
        if (this.isPerson(seat))
            this.replaced.add(`${seat} ${this.sitting.get(seat)?.["player"]}`);
        this.caseEnds(seat);
        this.sitting.set(seat, { ...this.sitting.get(seat), player: who });
        for (const [other, one] of [...this.ready]) {
            if (other === who || (one.seat === seat && one.by !== null))
                this.ready.delete(other);
            one.agreed.delete(seat);
        }
        for (const one of this.missed.values())
            one.votes.delete(seat);
        for (const [name, one] of [...this.requests]) {
            if (one.seat === seat)
                this.requests.delete(name);
            one.said.delete(seat);
        }
        this.changes.push({ n: this.n, seat, bot });
        this.keys.get(seat)?.push({ n: this.n, key: key ?? "" });
    }
    // -- pauses (§12.14)
    get pauses() {
        return this.created["pauses"];
    }
    /** Whether enough of the people about whom nobody is asked want a pause. */
    wantsPause() {
        const people = this.voters(-1);
        const wish = people.filter((seat) => this.wishes.has(seat)).length;
        return this.pauses !== undefined && (this.pauses.majority === "most" ? 2 * wish > people.length : wish > 0 && wish === people.length);
    }
    async on_wished(body, at) {
        const [seat, pause] = [this.seat(body["seat"]), body["pause"]];
        must(this.pauses !== undefined && this.voters(-1).includes(seat), `seat ${seat} may not ask for a pause`);
        must(pause !== this.wishes.has(seat) && !(pause && this.rested), `seat ${seat} says about a pause what it cannot say now`);
        const seq = (this.wished.get(seat) ?? 0) + 1;
        await this.spokenBy(seat, { act: "pause", head: this.heads[this.started], pause, seq }, body["signature"]);
        this.wished.set(seat, seq);
        if (pause)
            this.wishes.add(seat);
        else
            this.wishes.delete(seat);
        this.isHere(seat);
        this.spoken.set(this.n, { act: "pause", received: new Date(at).toISOString(), seat });
    }
    on_paused(body, at) {
        must(this.pauses !== undefined && this.wantsPause(), "a pause that not enough people want");
        const until = at + this.pauses.seconds * SECOND;
        must(ms(body["until"]) === until, "a pause of another length than was agreed");
        this.paused = { since: at, until };
    }
    on_resumed(body, at) {
        must(this.paused !== undefined, "resumed without a pause");
        must(at >= this.paused.until || !this.wantsPause(), "a pause ends too early");
        const by = at - this.paused.since;
        const waited = [...this.decisions.values()].filter((one) => one.resolved === undefined && one.deadline !== null);
        let last = -1;
        for (const [name, deadline, until] of body["moved"]) {
            const place = waited.findIndex((one) => one.id === name);
            must(place > last, "a pause gives time to what nobody waits for, or in another order");
            last = place;
            const decision = waited[place];
            const locked = decision.lock !== undefined;
            const end = decision.deadline + (locked ? 0 : by);
            const awaits = locked ? decision.awaits + by : end + decision.span;
            must(ms(deadline) === end && (until === null ? null : ms(until)) === (decision.sealed ? awaits : null), `a pause gives ${name} another time than it took`);
            decision.deadline = end;
            if (locked)
                decision.awaits = awaits;
            decision.ends.push({ n: this.n, end: locked ? awaits : end });
        }
        const named = body["moved"].map(([name]) => name);
        for (const one of waited)
            if (!named.includes(one.id))
                this.gone.add(one.id);
        this.paused = undefined;
        this.wishes.clear();
        this.rested = true;
    }
    /** Whether orders may answer for a seat in entry `n`: not those of somebody whose seat a bot has. */
    ordersMayAnswer(seat, n) {
        const last = this.changes.findLast((one) => one.seat === seat && one.n < n);
        must(last?.bot !== true, `orders answer for seat ${seat}, which a bot has taken`);
    }
    // -- the end
    async on_resigned(body, at) {
        const seat = this.seat(body["seat"]);
        must(!this.resigned.has(seat), `seat ${seat} resigns twice`);
        must(this.isPerson(seat), `seat ${seat} resigns, but a bot has it`);
        const [key, by] = [this.keysOf(seat, this.n), body["signature"]];
        const act = { act: "resign", commitment: null, decision: "resign", head: this.heads[this.started], seat, seq: 1 };
        must(key.length === 0 ? by === undefined : by !== undefined && (await this.holds(key, act, by)), `the signature of seat ${seat} is missing or does not hold`);
        must(ms(body["received"]) <= at, `seat ${seat} resigned later than its entry`);
        this.resigned.set(seat, { n: this.n, received: body["received"] });
    }
    /** What proofs hid, in the order of its resolutions, and what lapsed (§12.5); the proofs wait for the seed. */
    async on_answered(body) {
        for (const row of body["answers"]) {
            const place = `${row[0]} ${row[1]}`;
            if (row[2] === "lapsed")
                this.checkLapsed(row, place);
            else
                await this.checkListed(row, place);
        }
    }
    checkLapsed(row, place) {
        const [name, seat, , seq, received, sign] = row;
        const decision = this.decisions.get(name);
        must(decision !== undefined && !decision.sealed && decision.seats.includes(seat), `an answer to ${name} of seat ${seat} cannot have lapsed`);
        must(seq >= 1 && received !== null && sign === null, `what lapsed of ${name} of seat ${seat} has not its form`);
        this.checkReceived(decision, { by: "seat", move: {}, received, seat }, this.times.at(-1));
        const others = this.lapsed.get(place) ?? [];
        must(!others.some((other) => other[3] === seq), `an answer to ${name} of seat ${seat} lapsed twice`);
        this.lapsed.set(place, [...others, row]);
    }
    async checkListed(row, place) {
        const [name, seat, by, seq, received, sign] = row;
        const found = this.hidden[this.listed.size];
        must(found !== undefined && name === found.decision.id && seat === found.answer.seat, `${name} of seat ${seat} is listed at another place than its own`);
        must((by === "fallback") === (found.answer.by === "fallback"), `answered and resolved tell ${name} of seat ${seat} differently`);
        must(by === "order" ? sign === null || Array.isArray(sign) : by === "seat" ? !Array.isArray(sign) : sign === null, `the last member of ${name} of seat ${seat} is not as its answer`);
        const order = Array.isArray(sign) ? { order: sign[0], order_seq: sign[1], order_signature: sign[2] } : {};
        const answer = { ...found.answer, by, received, seq, ...(typeof sign === "string" ? { signature: sign } : {}), ...order };
        this.checkReceived(found.decision, answer, this.times[found.n]);
        await this.checkAnswer(found.decision, answer, found.decision.resolved?.commitments.get(seat), found.n);
        this.listed.set(place, row);
    }
    on_said(body) {
        const { from, to } = body;
        must([from, ...to].every((seat) => seat < this.seats) && to.length > 0 && !to.includes(from), "said is not to others");
        this.said.push({ n: this.n, body: body });
    }
    async on_disclosed(body) {
        const messages = body["messages"];
        must(same(messages.map((each) => each.n), this.said.map((each) => each.n)), "disclosed does not open what was said");
        const salts = new Set(messages.map((each) => each.salt));
        must(salts.size === messages.length, "a salt is used twice");
        for (const [i, { channel, from, salt, text: words }] of messages.entries()) {
            const said = this.said[i]?.body;
            const commitment = await hashed("sm1_", "siegelpost/message/v1", canonical({ channel, match: this.match, salt, seat: from, text: words }));
            must(said?.channel === channel && said.from === from && said.text === commitment, `message ${i + 1} is not what was said`);
        }
    }
    async on_closed(body, at) {
        const seed = bytesOf(body["seed"]);
        const [reason, outcome] = [body["reason"], body["outcome"]];
        must((await hashed("ss1_", "siegelpost/server-seed/v1", utf8(this.match), seed)) === this.created["seed"], "the seed is not that of its commitment");
        must(this.said.length === 0 || this.types.at(-2) === "disclosed", "what was said is not disclosed");
        this.checkEnd(reason, body, at);
        if (reason === "resigned" || reason === "abandoned")
            this.checkGivenUp(outcome, reason);
        await this.checkAnswered(seed);
        for (const { decision, seat, salt } of this.absent)
            if (toB64(await hmac(seed, "siegelpost/absent-salt/v1", decision, String(seat))) !== salt)
                this.otherSalts.push(`${decision}, seat ${seat}`);
        this.closed = { n: this.n, reason, seats: (body["seats"] ?? []), why: (body["why"] ?? "") };
    }
    checkEnd(reason, body, at) {
        const before = this.types.slice(0, -1).findLast((type) => type !== "answered" && type !== "disclosed");
        const runs = this.started > 0;
        const stopped = reason === "stopped";
        must(stopped === "by" in body && stopped === "why" in body, "an operator says why where a match is stopped, and nowhere else");
        must(!stopped || "operator" in this.created, "this match has not agreed that its operator may stop it");
        must(stopped || (["finished", "resigned", "abandoned"].includes(reason) ? runs : !runs), `a match cannot close as ${reason} here`);
        must((body["outcome"] === null) === (stopped || !runs), "the outcome does not fit the reason");
        must((reason === "unrevealed") === "seats" in body, "seats stand beside unrevealed, and only there");
        must((before === "resigned") === (reason === "resigned"), "the last act and the reason do not fit");
        const left = this.pending("win");
        must((reason === "abandoned") === left.length > 0 || reason === "resigned" || stopped, "a match is abandoned when the others decide so, and not otherwise");
        if (reason === "abandoned")
            for (const seat of left)
                this.carriedOut.push({ seat, since: this.missedSeat(seat).n, until: this.n });
        if (reason === "finished")
            must(before === "resolved" || before === "started", `finished after ${before}`);
        must(stopped || (this.seated !== undefined && !runs) === (reason === "unrevealed"), `a match cannot close as ${reason} here`);
        if (reason !== "unrevealed")
            return;
        const silent = body["seats"];
        must(silent.length > 0 && silent.every((seat) => this.seated?.reveal.includes(seat)), "seats are not silent ones of reveal");
        must(at >= (this.seated?.deadline ?? 0) + SECOND, "closed as unrevealed before the deadline");
    }
    /** Some winners without scores (§11), none who resigned, unless nobody else is left (§12.7). */
    checkGivenUp(outcome, reason) {
        closed({ reason: oneOf(reason), scores: list(oneOf(0), this.seats, this.seats), winners: rising })(outcome, "outcome");
        const winners = outcome["winners"];
        must(winners.length > 0 && winners.every((seat) => seat < this.seats), "the winners of such a match are none, or not of it");
        must(winners.length === this.seats || !winners.some((seat) => (reason === "resigned" ? this.resigned.has(seat) : this.missed.has(seat) && this.pending("win").includes(seat))), "who gave up wins");
    }
    /** Hold what `answered` lists against the proofs, and the numbers of all answers against those that lapsed (§12.5). */
    async checkAnswered(seed) {
        must(this.listed.size === this.hidden.length, "answered does not list every hidden answer once");
        for (const { decision: { id: decision }, answer } of this.hidden) {
            const [, seat, by, seq, received] = this.listed.get(`${decision} ${answer.seat}`);
            const salt = await hmac(seed, "siegelpost/answer-salt/v1", decision, String(seat));
            const facts = canonical({ by, decision, match: this.match, received, seat, seq });
            must((await hashed("sa1_", "siegelpost/answer/v1", salt, facts)) === answer.proof, `the proof of ${decision} of seat ${seat} is another`);
        }
        for (const decision of this.decisions.values())
            if (!decision.sealed)
                for (const { seat, by, seq } of this.answers(decision)) {
                    const last = Math.max(0, ...(this.lapsed.get(`${decision.id} ${seat}`) ?? []).map((row) => row[3]));
                    must(by === "seat" ? seq > last : seq === last, `the number of ${decision.id} of seat ${seat} does not fit those that lapsed`);
                }
    }
    /** The answers to an open decision with number and time, as far as the log tells them by now. */
    answers(decision) {
        return (decision.resolved?.moves ?? []).flatMap(({ seat, by, seq, received }) => {
            if (seq !== undefined)
                return [{ seat, by, seq, received }];
            const row = this.listed.get(`${decision.id} ${seat}`);
            return row === undefined ? [] : [{ seat, by: row[2], seq: row[3], received: row[4] }];
        });
    }
}
const SEALS = ["commit", "replace"];
const ACTS = [...SEALS, "withdraw", "open"];
/** The form of a receipt, by its act (§12.3). */
function receiptForm(act) {
    const rows = {
        commit: [id, sealOf, oneOf(...custodies), fromOne],
        replace: [id, sealOf, oneOf(...custodies), fromOne],
        withdraw: [id, oneOf(null), oneOf(...custodies), fromOne],
        open: [id, sealOf, oneOf(...custodies), fromOne],
        order: [oneOf("orders"), orNull(orderOf), oneOf("escrow"), fromOne],
        reveal: [oneOf("seated"), entropyOf, oneOf("client"), oneOf(1)],
        resign: [oneOf("resign"), oneOf(null), oneOf(null), oneOf(1)],
        here: [oneOf("here"), oneOf(null), oneOf(null), fromOne],
        vote: [oneOf("vote"), oneOf(null), oneOf(null), fromOne],
        extend: [oneOf("extend"), oneOf(null), oneOf(null), fromOne],
        pause: [oneOf("pause"), oneOf(null), oneOf(null), fromOne],
        request: [oneOf("request"), oneOf(null), oneOf(null), fromOne],
        respond: [oneOf("respond"), oneOf(null), oneOf(null), fromOne],
        hand: [oneOf("hand"), oneOf(null), oneOf(null), fromOne],
        refused: [id, orNull(sealOf), orNull(oneOf(...custodies)), oneOf(0)],
    };
    const row = typeof act === "string" && Object.hasOwn(rows, act) ? rows[act] : undefined;
    must(row !== undefined, "its act is none");
    const [decision, commitment, custody, seq] = row;
    const members = { act: text, commitment, custody, decision, head: b64(32), key: b64(8), match: uuid, n: fromOne, protocol: oneOf("siegelpost/1"), received: time, seat: seatNumber, seq };
    if (act === "vote")
        return choosing({ ...members, absent: seatNumber }, "wait", "bot", "win");
    if (act === "hand")
        return choosing(members, "bot");
    if (act === "refused")
        members["reason"] = textual(/^[a-z-]{1,64}$/, "the code of a refusal");
    return closed(members);
}
/** The receipts of `given` that count, and why others do not: they have another form, or nobody with the key signed them. */
async function sift(given, match, key) {
    const counted = [];
    const aside = [];
    for (const [i, each] of given.entries()) {
        try {
            must(key !== undefined, "no key was given");
            closed({ receipt: anObject, signature, "checkpoint?": besideReceipt })(each, "it");
            const { receipt, signature: by } = each;
            must(receipt["match"] === match.match, "it is of another match");
            receiptForm(receipt["act"] ?? null)(receipt, "it");
            must(await signed(key, await hash("siegelpost/receipt/v1", canonical(receipt)), by), "its signature does not hold");
            counted.push(receipt);
        }
        catch (error) {
            if (!(error instanceof Refuted))
                throw error;
            aside.push(`receipt ${i + 1}: ${error.message}`);
        }
    }
    return { counted, aside };
}
const besideReceipt = is("a text or null", (v) => v === null || typeof v === "string");
const CHECKPOINT = /^([!-*,-~]{1,255})\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n\n\u2014 \1 ([A-Za-z0-9+/]{91}=)\n$/;
/** Refutes the log if checkpoints beside receipts, which its key signed, show two logs of all matches (§13). */
async function oneLogOfAll(given, match, key) {
    const roots = new Map();
    for (const each of given) {
        const beside = typeof each === "object" && each !== null && !Array.isArray(each) ? each["checkpoint"] : undefined;
        const found = typeof beside === "string" ? CHECKPOINT.exec(beside) : null;
        if (found === null || key === undefined)
            continue;
        const [note, origin, size, root, line] = found;
        const signedBy = standardB64(line);
        if (standardB64(root) === null || signedBy === null || !Number.isSafeInteger(Number(size)))
            continue;
        const named = await crypto.subtle.digest("SHA-256", join(utf8(`${origin}\n\u0001`), bytesOf(key)));
        if (toB64(signedBy.slice(0, 4)) !== toB64(new Uint8Array(named).slice(0, 4)))
            continue;
        const text = note.slice(0, note.indexOf("\n\n") + 1);
        if (!(await signed(key, utf8(text), toB64(signedBy.slice(4)))))
            continue;
        const place = `${origin} ${size}`;
        must((roots.get(place) ?? root) === root, `two checkpoints of ${origin} at size ${size} have two roots`, match.n);
        roots.set(place, root);
    }
}
/** The bytes of canonical base64 with padding, which notes have; null for anything else. */
function standardB64(written) {
    const bare = written.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
    return fromB64(bare, Math.floor((bare.length * 3) / 4));
}
/** Refutes the log if receipts contradict each other or it; every one of them was signed by its key. */
function holdAgainst(match, receipts) {
    eachOther(match, receipts);
    for (const receipt of receipts) {
        const { act, n } = receipt;
        const end = match.closed?.n;
        const where = `the receipt of seat ${receipt.seat} for ${act} in ${receipt.decision}, number ${receipt.seq}`;
        if (end !== undefined)
            must(n < end || (act === "refused" && n === end), `${where} names an entry that is not before closed`, end);
        must(n > match.n || receipt.head === match.heads[n], `${where} has another head: there are two histories`, n);
        if (ACTS.includes(act) || act === "order")
            wasThere(match, receipt, where);
        if (ACTS.includes(act))
            actAgainst(match, receipt, where);
        else if (act === "order")
            orderAgainst(match, receipt, where);
        else if (act === "resign")
            resignAgainst(match, receipt, where);
        else if (act === "reveal")
            revealAgainst(match, receipt, where);
        else if (["here", "vote", "extend", "pause", "request", "respond", "hand"].includes(act))
            spokenAgainst(match, receipt, where);
        else
            refusalAgainst(match, receipt, where);
    }
}
function eachOther(match, receipts) {
    const heads = new Map();
    const acts = new Map();
    for (const receipt of receipts) {
        must((heads.get(receipt.n) ?? receipt.head) === receipt.head, "two receipts name one entry and two heads", Math.min(receipt.n, match.n));
        heads.set(receipt.n, receipt.head);
        if (receipt.act === "refused")
            continue;
        const place = `${receipt.decision} ${receipt.seat} ${receipt.seq}`;
        const other = acts.get(place) ?? receipt;
        must(jcs(other) === jcs(receipt), `two acts of seat ${receipt.seat} in ${receipt.decision} have the number ${receipt.seq}`, Math.min(receipt.n, match.n));
        acts.set(place, receipt);
    }
}
function actAgainst(match, receipt, where) {
    const decision = match.decisions.get(receipt.decision);
    if (decision === undefined && receipt.n > match.n)
        return; // opened after a cut log's end, for all that it tells
    must(decision !== undefined && decision.n <= receipt.n, `${where} is of a decision that was not open`, receipt.n);
    must(decision.seats.includes(receipt.seat), `${where} is of a seat that is not asked`, decision.n);
    const { lock, resolved } = decision;
    if (!decision.sealed) {
        must(receipt.act !== "open", `${where} opens what was never sealed`, receipt.n);
        must(receipt.act !== "withdraw", `${where} withdraws what cannot be withdrawn`, receipt.n);
        if (resolved !== undefined)
            must(receipt.n < resolved.n, `${where} is not before the resolution`, resolved.n);
        answerAgainst(match, decision, receipt, where);
        return;
    }
    if (receipt.act === "open") {
        must(lock === undefined ? receipt.n > match.n : lock.n <= receipt.n, `${where} is not after a lock`, receipt.n);
        if (resolved !== undefined)
            must(receipt.n < resolved.n, `${where} is not before the resolution`, resolved.n);
    }
    else if (lock !== undefined)
        must(receipt.n < lock.n, `${where} is not before the lock`, lock.n);
    const mine = lock?.seats.find((each) => each.seat === receipt.seat);
    if (lock !== undefined && mine !== undefined)
        lockAgainst(decision, lock.n, mine, receipt, where);
}
function lockAgainst(decision, n, lock, receipt, where) {
    const live = lock.custody !== "absent";
    const { resolved } = decision;
    if (receipt.act === "open") {
        must(live && receipt.commitment === lock.commitment && receipt.custody === lock.custody && receipt.seq > lock.seq, `${where} is not of what the lock has`, n);
        const fault = resolved?.faults.find((each) => each.seat === receipt.seat)?.fault;
        must(fault !== "unopened" && fault !== "escrow-failed", `${where}, and the seat is called ${fault}`, resolved?.n);
        return;
    }
    must(receipt.seq <= lock.seq, `${where} is later than what the lock has`, n);
    if (receipt.seq < lock.seq)
        return;
    must(live === (receipt.act !== "withdraw"), `${where} is not what the lock has`, n);
    if (!live)
        return;
    must(receipt.commitment === lock.commitment && receipt.custody === lock.custody, `${where} has another commitment or custody than the lock`, n);
    const answer = resolved?.moves.find((each) => each.seat === receipt.seat);
    if (answer?.by !== "seat" || answer.received === null)
        return;
    must(answer.received === receipt.received, `${where} has another time than resolved`, resolved?.n);
}
/** A receipt for an open decision (§12.3 d). */
function answerAgainst(match, decision, receipt, where) {
    const lapsed = match.lapsed.get(`${decision.id} ${receipt.seat}`)?.find((row) => row[3] === receipt.seq);
    if (lapsed !== undefined)
        return must(lapsed[4] === receipt.received, `${where} lapsed with another time`, match.n);
    const answer = match.answers(decision).find((each) => each.seat === receipt.seat);
    const resolved = decision.resolved;
    if (answer === undefined || resolved === undefined)
        return;
    must(receipt.seq <= answer.seq, `${where} is later than what the log answers with`, resolved.n);
    if (receipt.seq < answer.seq)
        return;
    const commitment = resolved.commitments.get(receipt.seat);
    must(answer.by === "seat" && receipt.commitment === commitment && receipt.received === answer.received, `${where} is not what the log answers with`, resolved.n);
}
/** What the log uses as a seat's orders is what the seat set last (§11, §12.3 e). */
function orderAgainst(match, receipt, where) {
    must(match.started > 0 ? receipt.n >= match.started : receipt.n > match.n, `${where} is from before the match began`, receipt.n);
    for (const { n, seq, order } of match.orders.get(receipt.seat) ?? []) {
        if (receipt.seq === seq)
            must(receipt.commitment === order && receipt.n < n, `${where} is not what entry ${n} answers with`, n);
        must(receipt.seq <= seq || receipt.n >= n, `${where} is later than the orders in entry ${n}`, n);
    }
}
function resignAgainst(match, receipt, where) {
    const resigned = match.resigned.get(receipt.seat);
    if (resigned !== undefined)
        must(resigned.received === receipt.received && receipt.n < resigned.n, `${where} has another time or place than the log`, resigned.n);
    const stopped = resigned === undefined && match.closed?.reason === "stopped" ? ["answered", "disclosed", "closed"] : [];
    for (let n = receipt.n + 1; n < (resigned?.n ?? match.n + 1); n += 1)
        must(["extended", "said", "resigned", ...stopped].includes(match.types[n]), `${where} was not carried out`, n);
}
/** What a seat said about an absence is what the entry tells that its receipt names (§12.12). */
function spokenAgainst(match, receipt, where) {
    const { act, absent, choice, player: chosen, received, seat, n } = receipt;
    const said = { act, received, seat, ...(absent === undefined ? {} : { absent }), ...(choice === undefined ? {} : { choice }), ...(chosen === undefined ? {} : { player: chosen }) };
    if (n <= match.n)
        must(same(match.spoken.get(n) ?? null, said), `${where} is not what entry ${n} tells`, n);
}
/** Nobody is given up who had acted since he was called absent (§12.12). */
function wasThere(match, receipt, where) {
    for (const { seat, since, until } of match.carriedOut)
        must(seat !== receipt.seat || receipt.n < since || receipt.n >= until, `${where} is from while the seat was called absent, and it was given up`, until);
}
function revealAgainst(match, receipt, where) {
    const { seated, revealed } = match;
    if (seated === undefined && receipt.n > match.n)
        return;
    must(seated !== undefined && seated.n <= receipt.n, `${where} is before seated`, receipt.n);
    must(match.entropyOf(receipt.seat) === receipt.commitment && seated.reveal.includes(receipt.seat), `${where} is not of a seat that reveals this`, seated.n);
    must(match.closed?.seats.includes(receipt.seat) !== true, `${where}, and closed calls the seat silent`, match.closed?.n);
    if (revealed === undefined)
        return;
    must(receipt.n < revealed.n && ms(receipt.received) <= revealed.at, `${where} is later than revealed`, revealed.n);
}
/** Whom the server refused as too late, was (§12.3 h): by the deadlines that stood in the log at that time. */
function refusalAgainst(match, receipt, where) {
    if (receipt.reason !== "late" || receipt.n > match.n)
        return;
    const decision = match.decisions.get(receipt.decision);
    const stands = decision !== undefined && (decision.resolved?.n ?? Infinity) > receipt.n;
    const end = stands ? decision.ends.findLast((each) => each.n <= receipt.n)?.end : null;
    must(end != null, `${where} says late where nothing was awaited`, receipt.n);
    must(ms(receipt.received) >= end + SECOND, `${where} says late before the deadline`, receipt.n);
}
// --------------------------------------------------------------------------------------------------- the whole, reported
const NOT_CHECKED = {
    rules: "the rules were not played: legality of moves, draws, events, states, the decisions asked and the result (siegelpost verify plays them)",
    beacon: "the beacon's BLS signature",
    witnesses: "proofs, checkpoints and cosignatures of the witnessed log (section 13)",
};
/** The lines of §11 (and §12.10) that hold for this match: what nobody could prove from what was given. */
function notProved(match, receipts) {
    const decisions = [...match.decisions.values()];
    const has = (decision, seat) => receipts.some((each) => each.decision === decision.id && each.seat === seat && SEALS.includes(each.act));
    const moves = decisions.flatMap((decision) => (decision.resolved?.moves ?? []).map((each) => ({ decision, ...each })));
    const locks = decisions.flatMap((decision) => (decision.lock?.seats ?? []).map((each) => ({ decision, ...each })));
    const faults = decisions.flatMap((decision) => decision.resolved?.faults ?? []);
    const lines = [
        ["history", true, "that no other history of the match was written after the last entry that a receipt or mail names"],
        ["terms", true, "that the match was agreed with these options, pace, custody and hold_seconds"],
        ["people", true, "who sat in a seat, and who joined and left before the start"],
        ["chance", true, "that the server had no choice of the deal (the beacon, if there is one, was not checked here)"],
        ["acts", locks.some((each) => each.custody !== "absent" && !has(each.decision, each.seat)), "that sealed answers without a receipt are the seats' own, their last, and in the custody they chose"],
        ["open-answers", moves.some((each) => !each.decision.sealed && !has(each.decision, each.seat)), "that answers to open decisions are the seats' own"],
        ["silence", moves.some((each) => each.by !== "seat" || each.proof !== undefined), "that seats called absent or silent had sent nothing that counted"],
        ["blame", faults.some(({ fault }) => fault === "unopened" || fault === "escrow-failed"), "that openings were missing, illegal or of a used salt, or boxes did not open"],
        ["orders", moves.some((each) => each.by === "order" || each.proof !== undefined), "that answers by order came from the orders in force"],
        ["times", true, "when anything happened: the times are the server's, where no receipt says one"],
        ["ending", match.closed !== undefined && match.closed.reason !== "finished", "that the match ended as the log says, who resigned, and so who won"],
        ["talk", match.said.length > 0, "that all that partners said stands in the log, and nothing else"],
        ["absent-salts", match.otherSalts.length > 0, `why openings for silent seats have another salt: ${match.otherSalts.join("; ")}`],
        ["keys", match.agreedUnsigned.length > 0, `that seats without a key agreed to another key of seat ${match.agreedUnsigned.join(", ")}`],
    ];
    return Object.fromEntries(lines.filter(([, holds]) => holds).map(([line, , why]) => [line, why]));
}
const lineForm = closed({ entry: closed({ n: fromOne, at: time, type: text, body: anObject }), head: b64(32), sig: signature });
/** Read line `n` of an export into `match`: bytes, chain and signature, then what it says. */
async function readLine(match, line, n, trusted) {
    must(line.length <= ENTRY_BYTES + 512, "the line is longer than an entry may be");
    const value = parse(line, ENTRY_LEVELS + 1);
    must(jcs(value) === line, "the line is not canonical JSON");
    lineForm(value, "the line");
    const { entry, head, sig } = value;
    must(entry.n === n, `n is ${entry.n}`);
    const bytes = canonical(entry);
    must(bytes.length <= ENTRY_BYTES, "the entry is longer than 1 MiB");
    const before = bytesOf(match.heads[n - 1]);
    must(toB64(await hash("siegelpost/log/v1", before, bytes)) === head, "the head does not follow from the entry and the head before");
    const [key, id_] = n === 1 ? [entry.body["key"], entry.body["match"]] : [match.key, match.match];
    b64(32)(key ?? null, "created.key");
    uuid(id_ ?? null, "created.match");
    must(trusted === undefined || trusted === key, "created names another key than the one given");
    const message = await hash("siegelpost/head/v1", utf8(id_), be(n, 8), bytesOf(head));
    must(await signed(key, message, sig), "the signature of the head does not hold");
    await match.read(entry, head);
}
/** The text of UTF-8 bytes; a byte-order mark stays, and is refused like any other character. */
function decoded(bytes) {
    try {
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    }
    catch {
        throw new Refuted("it is not UTF-8");
    }
}
/**
 * Check an export (the file's bytes, or their text), with the server's public key (b64) if it is known, and receipts as
 * `{receipt, signature}`. A log that is refuted is reported, not thrown; a `key` that is none throws RangeError.
 */
export async function verify(log, given = {}) {
    const { key } = given;
    if (key !== undefined && fromB64(key, 32) === null)
        throw new RangeError("key is not 32 bytes in base64url without padding");
    const match = new Match();
    const report = { verdict: "FAIL", checked: 0, receipts: { compared: 0, aside: [] }, notes: [], notChecked: Object.values(NOT_CHECKED), notProved: {} };
    try {
        const lines = (typeof log === "string" ? log : decoded(log)).split("\n");
        must(lines.length > 1, "there is no entry");
        for (const [i, line] of lines.slice(0, -1).entries()) {
            await readLine(match, line, i + 1, key);
            report.checked = i + 1;
        }
        must(lines.at(-1) === "", "the last line does not end");
        const { counted, aside } = await sift((given.receipts ?? []), match, key);
        report.receipts = { compared: counted.length, aside };
        holdAgainst(match, counted);
        await oneLogOfAll((given.receipts ?? []), match, key);
        report.notProved = notProved(match, counted);
        report.verdict = match.closed !== undefined && key !== undefined ? "PASS" : "INCOMPLETE";
        if (key === undefined)
            report.notes.push("no key was given: the signatures are of the key that the log names itself");
        if (match.closed?.reason === "stopped")
            report.notes.push(`the operator stopped the match, nobody won or lost; he says why: ${match.closed.why}`);
        if (match.closed === undefined)
            report.notes.push(`the log ends at entry ${match.n} without closed`);
        const later = counted.filter((receipt) => receipt.n > match.n && match.closed === undefined).length;
        if (later > 0)
            report.notes.push(`${later} receipts name entries after the end of this log`);
    }
    catch (error) {
        if (!(error instanceof Refuted))
            throw error;
        report.entry = error.entry ?? report.checked + 1;
        report.why = error.message;
    }
    return report;
}
/** The receipts in a file: a JSON list, or one after the other, a line each. What is no JSON is null, and so left aside. */
function receiptsIn(file) {
    const read = (text) => {
        try {
            return parse(text, ENTRY_LEVELS);
        }
        catch {
            return null;
        }
    };
    const whole = read(file);
    return Array.isArray(whole) ? whole : file.split("\n").filter((line) => line.trim() !== "").map(read);
}
/** The command line, under Node. */
async function main(host) {
    const read = (path) => host.getBuiltinModule("node:fs").readFileSync(path);
    const [log, ...options] = host.argv.slice(2);
    const named = new Map();
    for (let i = 0; i < options.length; i += 2)
        named.set(options[i], options[i + 1] ?? "");
    if (log === undefined || log.startsWith("-") || [...named].some(([name, value]) => !["--key", "--receipts"].includes(name) || value === "")) {
        console.error("usage: transcript LOG [--key KEY] [--receipts FILE]");
        return 2;
    }
    const [key, receipts] = [named.get("--key"), named.get("--receipts")];
    const report = await verify(read(log), { ...(key === undefined ? {} : { key }), receipts: receipts === undefined ? [] : receiptsIn(decoded(read(receipts))) });
    const { verdict, entry, why, checked, receipts: compared } = report;
    console.log(verdict === "PASS" ? `PASS (transcript): ${checked} entries` : verdict === "FAIL" ? `FAIL at entry ${entry}: ${why}` : `INCOMPLETE up to ${checked}`);
    for (const note of report.notes)
        console.log(`  ${note}`);
    console.log(`  compared with ${compared.compared} receipts`);
    for (const each of compared.aside)
        console.log(`  left aside: ${each}`);
    for (const each of report.notChecked)
        console.log(`  not checked: ${each}`);
    for (const [line, each] of Object.entries(report.notProved))
        console.log(`  not proved (${line}): ${each}`);
    return { PASS: 0, FAIL: 1, INCOMPLETE: 3 }[verdict];
}
const host = globalThis.process;
const script = host?.argv?.[1];
if (host !== undefined && script !== undefined) {
    const real = host.getBuiltinModule("node:fs").realpathSync(script);
    if (host.getBuiltinModule("node:url").pathToFileURL(real).href === import.meta.url)
        host.exitCode = await main(host).catch((error) => {
            console.error(error.message);
            return 2;
        });
}
