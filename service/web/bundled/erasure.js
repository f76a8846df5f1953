import{html as e}from"./app.js";import{lang as a,learn as s,say as o}from"./app.js";s({erasureTitle:["What remains of your data, and why","Was von deinen Daten bleibt, und warum"]});async function c(t){let n=(u[a()]??r)();document.title=`${o("erasureTitle")} \xB7 Siegelpost`,t.show(e`<article class="narrow prose">${n}</article>`)}var r=()=>e`
  <h1>What remains of your data, and why</h1>
  <p class="lead">You can delete your account at any time, under <a href="/account">Your account</a>. The operator can do the same for you if
    you ask for it. This page says what goes then, what stays, and why.</p>

  <h2>What goes at once</h2>
  <p>Your name, your email address, your settings, everything that is signed in, your bots and webhooks. Nobody finds the account any more.
    At tables your place then says “Deleted account”.</p>

  <h2>What goes within minutes, or when a match is over</h2>
  <p>Mails to you and the records about them, your news, your lists of matches, and what you said to whole tables (by itself that goes
    30 days after the end of a match; you can delete it before). Tables that wait for players lose you; running matches
    are given up. If only your own device can sign for your place, nobody can give up for you: the rules answer until the match is over.</p>

  <h2>What stays</h2>
  <dl class="who">
    <dt>The logs of your matches</dt><dd>With your moves, and with what you said to partners. They name you by an opaque number that stands for nobody once
      your account is gone.</dd>
    <dt>Titles that you gave to tables</dt><dd>They belong to the table.</dd>
    <dt>What operators did with the account</dt><dd>A line for each time: when, what and why, with that number, and without name and address.</dd>
    <dt>What others have reported</dt><dd>If somebody has reported to the operator what you said at a table, the operator keeps a copy for at most 60 days.</dd>
    <dt>That a mailbox wants no invitations</dt><dd>As a checksum, so that nobody writes to it again.</dd>
    <dt>Backups</dt><dd>Those made before hold everything until they are thrown away. After one is used, the operator deletes again what was deleted.</dd>
    <dt>What others have</dt><dd>Mails in other people's mailboxes, logs that they saved.</dd>
  </dl>

  <h2>Why the logs stay</h2>
  <p>Each entry of a log is chained to the one before. Take one move out, and none that follows can be checked any more: the others could
    not prove any longer that they won fairly, or that they were cheated. The chain is also in the log of all matches, which witnesses on other computers have signed.</p>
  <p>The law knows this case. You have the right to be forgotten (Article 17 of the GDPR), but not where what is kept is needed for
    other people's freedom of expression and information, or for establishing, exercising or defending claims
    (Article 17(3)(a) and (e)). That is why a log keeps as little of you as possible: no name, no address, only a number.</p>
  <p>If a log itself says something about a person, because somebody wrote it to a partner, write to the operator.</p>

  <h2>If your account is blocked</h2>
  <p>An operator can block an account, and has to say why; you are shown the reason. You can then still read, download everything that is stored
    of you, and delete the account. You cannot act at any table: your places are treated as those of somebody who stays away. Nobody at the table is told of the block.</p>

  <h2>Your other rights</h2>
  <p>Under <a href="/account">Your account</a> you can download everything that is stored of you, and correct it. If you are not content
    with an answer of the operator, the data protection authority of your country helps.</p>`,i=()=>e`
  <h1>Was von deinen Daten bleibt, und warum</h1>
  <p class="lead">Du kannst dein Konto jederzeit löschen, unter <a href="/account">Dein Konto</a>. Wenn du darum bittest, kann es auch der
    Betreiber für dich tun. Hier steht, was dann verschwindet, was bleibt und warum.</p>

  <h2>Was sofort verschwindet</h2>
  <p>Dein Name, deine Mailadresse, deine Einstellungen, jede Anmeldung, deine Bots und Webhooks. Niemand findet das Konto mehr. An den
    Tischen steht dort, wo du gesessen hast, „Gelöschtes Konto“.</p>

  <h2>Was nach Minuten verschwindet, oder wenn eine Partie zu Ende ist</h2>
  <p>Mails an dich und die Aufzeichnungen darüber, deine Nachrichten, deine Listen von Partien, und was du zu allen am Tisch gesagt hast
    (von selbst verschwindet das 30 Tage nach dem Ende einer Partie, und löschen kannst du es jederzeit). An Tischen, die auf Mitspieler warten,
    wird dein Platz frei; laufende Partien werden aufgegeben. Kann nur dein eigenes Gerät für deinen Platz unterschreiben, so kann niemand für dich aufgeben: Dann antworten die
    Regeln, bis die Partie zu Ende ist.</p>

  <h2>Was bleibt</h2>
  <dl class="who">
    <dt>Die Protokolle deiner Partien</dt><dd>Mit deinen Zügen und mit dem, was du Partnern gesagt hast. Sie nennen dich nur mit einer nichtssagenden Nummer, die
      für niemanden mehr steht, sobald dein Konto weg ist.</dd>
    <dt>Namen, die du Tischen gegeben hast</dt><dd>Sie gehören zum Tisch.</dd>
    <dt>Was Betreiber mit dem Konto gemacht haben</dt><dd>Jedes Mal eine Zeile: wann, was und warum, mit jener Nummer, ohne Name und Adresse.</dd>
    <dt>Was andere gemeldet haben</dt><dd>Hat jemand dem Betreiber gemeldet, was du an einem Tisch gesagt hast, so hat der höchstens 60 Tage lang eine Kopie davon.</dd>
    <dt>Dass ein Postfach keine Einladungen will</dt><dd>Als Prüfsumme, damit ihm niemand mehr schreibt.</dd>
    <dt>Sicherungen</dt><dd>Wer vorher welche gemacht hat, hat darin noch alles, bis sie weggeworfen werden. Wird eine benutzt, löscht der Betreiber danach noch einmal, was gelöscht war.</dd>
    <dt>Was andere haben</dt><dd>Mails in fremden Postfächern, Protokolle, die jemand gesichert hat.</dd>
  </dl>

  <h2>Warum die Protokolle bleiben</h2>
  <p>Jeder Eintrag eines Protokolls ist mit dem davor verkettet. Nimmt man einen Zug heraus, lässt sich keiner der folgenden mehr
    nachprüfen: Die anderen könnten nicht mehr zeigen, dass sie ehrlich gewonnen haben oder betrogen wurden. Die Kette steht auch im Protokoll aller Partien, das Zeugen auf anderen Computern
    unterschrieben haben.</p>
  <p>Das Gesetz kennt diesen Fall. Du hast ein Recht darauf, vergessen zu werden (Artikel 17 der DSGVO), aber nicht, soweit das, was bleibt,
    für die Meinungs- und Informationsfreiheit anderer nötig ist oder um Ansprüche geltend zu machen, auszuüben oder zu verteidigen (Artikel 17 Absatz 3 Buchstaben a und e). Deshalb steht in einem
    Protokoll so wenig wie möglich von dir: kein Name, keine Adresse, nur eine Nummer.</p>
  <p>Sagt ein Protokoll selbst etwas über einen Menschen, weil es jemand an einen Partner geschrieben hat, schreib dem Betreiber.</p>

  <h2>Wenn dein Konto gesperrt ist</h2>
  <p>Ein Betreiber kann ein Konto sperren und muss sagen, warum; den Grund bekommst du zu sehen. Du kannst dann weiterhin lesen, alles
    herunterladen, was von dir gespeichert ist, und das Konto löschen. An keinem Tisch kannst du etwas tun: Deine Plätze gelten wie die von jemandem, der wegbleibt. Niemand am Tisch erfährt von der Sperre.</p>

  <h2>Deine anderen Rechte</h2>
  <p>Unter <a href="/account">Dein Konto</a> kannst du alles herunterladen, was von dir gespeichert ist, und es berichtigen. Bist du mit einer
    Antwort des Betreibers nicht zufrieden, hilft die Datenschutzbehörde deines Landes.</p>`,d=()=>e`
  <h1>Ce qui reste de toi, et pourquoi</h1>
  <p class="lead">Tu peux supprimer ton compte à tout moment, sous <a href="/account">Ton compte</a>. L'administrateur peut le faire pour toi si
    tu le lui demandes. Cette page dit ce qui disparaît alors, ce qui reste, et pourquoi.</p>

  <h2>Ce qui disparaît tout de suite</h2>
  <p>Ton nom, ton adresse mail, tes réglages, toutes tes connexions, tes bots et tes webhooks. Plus personne ne trouve le compte. Aux tables,
    ta place porte alors le nom «&nbsp;Compte supprimé&nbsp;».</p>

  <h2>Ce qui disparaît en quelques minutes, ou à la fin d'une partie</h2>
  <p>Les mails qu'on t'a envoyés et leurs traces, tes nouvelles, tes listes de parties, et ce que tu as dit à toute une table (cela disparaît de toute
    façon 30 jours après la fin d'une partie&nbsp;; tu peux l'effacer avant). Les tables qui attendent des joueurs te perdent&nbsp;; les parties en cours
    sont abandonnées. Si seul ton propre appareil peut signer pour ta place, personne ne peut abandonner pour toi&nbsp;: les règles répondent jusqu'à la fin de la partie.</p>

  <h2>Ce qui reste</h2>
  <dl class="who">
    <dt>Les journaux de tes parties</dt><dd>Avec tes coups, et avec ce que tu as dit à des partenaires. Ils te désignent par un numéro qui ne dit rien, et qui ne
      représente plus personne une fois ton compte parti.</dd>
    <dt>Les noms que tu as donnés à des tables</dt><dd>Ils appartiennent à la table.</dd>
    <dt>Ce que des administrateurs ont fait du compte</dt><dd>Une ligne à chaque fois&nbsp;: quand, quoi et pourquoi, avec ce numéro, sans nom ni adresse.</dd>
    <dt>Ce que d'autres ont signalé</dt><dd>Si quelqu'un a signalé à l'administrateur ce que tu as dit à une table, celui-ci en garde une copie 60 jours au plus.</dd>
    <dt>Qu'une boîte mail ne veut pas d'invitations</dt><dd>Sous forme de somme de contrôle, pour que personne n'y écrive plus.</dd>
    <dt>Les sauvegardes</dt><dd>Celles d'avant contiennent tout jusqu'à ce qu'elles soient jetées. Si l'une d'elles est utilisée, l'administrateur efface de nouveau ce qui était effacé.</dd>
    <dt>Ce qu'ont les autres</dt><dd>Des mails dans leurs boîtes, des journaux qu'ils ont enregistrés.</dd>
  </dl>

  <h2>Pourquoi les journaux restent</h2>
  <p>Chaque entrée d'un journal est enchaînée à celle d'avant. Si l'on enlève un coup, aucun des suivants ne peut plus être vérifié&nbsp;: les autres
    ne pourraient plus prouver qu'ils ont gagné honnêtement, ou qu'on les a trompés. La chaîne est aussi dans le journal de toutes les parties, que des témoins ont signé sur d'autres ordinateurs.</p>
  <p>La loi connaît ce cas. Tu as le droit à l'effacement (article 17 du RGPD), mais pas dans la mesure où ce qui est gardé est nécessaire à la
    liberté d'expression et d'information des autres, ou à la constatation, à l'exercice ou à la défense de droits en justice
    (article 17, paragraphe 3, points a et e). C'est pourquoi un journal garde le moins possible de toi&nbsp;: ni nom, ni adresse, seulement un numéro.</p>
  <p>Si un journal dit lui-même quelque chose d'une personne, parce que quelqu'un l'a écrit à un partenaire, écris à l'administrateur.</p>

  <h2>Si ton compte est bloqué</h2>
  <p>Un administrateur peut bloquer un compte, et doit dire pourquoi&nbsp;; la raison t'est montrée. Tu peux toujours lire, télécharger tout ce qui est enregistré
    de toi, et supprimer le compte. Tu ne peux agir à aucune table&nbsp;: tes places sont traitées comme celles de quelqu'un qui ne répond plus. Personne à la table n'est informé du blocage.</p>

  <h2>Tes autres droits</h2>
  <p>Sous <a href="/account">Ton compte</a>, tu peux télécharger tout ce qui est enregistré de toi, et le corriger. Si une réponse de
    l'administrateur ne te satisfait pas, l'autorité de protection des données de ton pays (en France, la CNIL) peut t'aider.</p>`,u={de:i,fr:d};export{c as open};
