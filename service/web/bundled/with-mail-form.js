import{call as u}from"./app.js";import{lang as c,learn as h,say as n}from"./app.js";import{html as a,nothing as o}from"./app.js";import{explained as d}from"./app.js";h({wrongAddress:["The address is wrong","Die Adresse stimmt nicht"],sendAgain:["Send it again","Noch einmal schicken"],notThere:["Nothing there? Check your spam folder, too.","Nichts da? Sieh auch im Spam-Ordner nach."],mail:["Your email address","Deine Mailadresse"],yourName:["Your name (what others call you)","Dein Name (so nennen dich die anderen)"],nameOnce:["Only needed the first time.","Nur beim ersten Mal n\xF6tig."],linkSent:["Look into your mail","Schau in deine Mails"],linkSentLead:["If {mail} is right, an email with a link will be there in a moment. The link works for 15 minutes.","Wenn {mail} stimmt, ist gleich eine Mail mit einem Link da. Er gilt eine Viertelstunde."]});function y(e,l,r=null){let{sent:t,typed:i={mail:"",name:""}}=e;return t!==null?a`<div class="sent"><div role="status"><h2>${n("linkSent")}</h2><p>${n("linkSentLead",{mail:t})}</p></div>
      ${r?a`<p class="hint">${n("notThere")}</p><div class="acts"><button ?disabled=${e.busy} @click=${r}>${n("wrongAddress")}</button>
        <button ?disabled=${e.busy} @click=${()=>l(t,i.name)}>${n("sendAgain")}</button></div>`:o}
      ${e.error?a`<p role="alert" class="alert">${d(e.error)}</p>`:o}</div>`:a`<form class="stack" @submit=${m=>{m.preventDefault();let s=new FormData(m.target);l(String(s.get("mail")),String(s.get("name")??"").trim())}}>
    ${e.lead?a`<p>${e.lead}</p>`:o}
    <label>${n("mail")}<input name="mail" type="email" autocomplete="email" required maxlength="254" .value=${i.mail}></label>
    <label>${n("yourName")}<input name="name" autocomplete="nickname" maxlength="40" aria-describedby="name-once" .value=${i.name}></label>
    <p class="hint" id="name-once">${n("nameOnce")}</p>
    ${e.error?a`<p role="alert" class="alert">${d(e.error)}</p>`:o}
    <button class="seal" ?disabled=${e.busy}>${e.button}</button>
  </form>`}async function k(e,l,r="/v1/login"){let t=Intl.DateTimeFormat().resolvedOptions().timeZone,i={mail:e,language:c(),zone:t||"UTC"};l&&(i.name=l),await u("POST",r,{body:i})}export{y as a,k as b};
