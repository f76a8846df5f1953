import{a as M,c as D}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{b as U,d as _,e as x}from"./with-parts.js";import"./with-time.js";import{a,b as l}from"./with-lit-html.js";import{a as I}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{a as P,d as g}from"./with-api.js";import{a as $,c as s}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";var u=86400,f={two:()=>({kind:"duration",seconds:2*u}),day:()=>({kind:"duration",seconds:u}),week:()=>({kind:"duration",seconds:7*u}),hour:()=>({kind:"duration",seconds:3600}),evening:()=>({kind:"daily",time:"20:00",zone:Intl.DateTimeFormat().resolvedOptions().timeZone||"UTC"})},O=["1","2","3","5","never"],B=[70,80,90,95],N=n=>n.length>1?s("fromTo",{low:Math.min(...n),high:Math.max(...n)}):String(n[0]);async function q(n){if(n.me===null){location.replace("/");return}document.title=`${s("createTitle")} \xB7 Siegelpost`;let{rules:F}=await g("GET","/v1/rules"),y=await M(),b=F.filter(t=>t.superseded_by===null),G=new URLSearchParams(location.search).get("game"),v=b.find(t=>t.id.split("@")[0]===G)??b[0],e={game:v,preset:"",seats:2,whom:"bots",error:"",busy:!1},k=crypto.randomUUID(),m=[],S=t=>{e.game=t,m=[],e.whom==="programs"&&(e.whom="bots"),T(t.presets[0]??""),R(t)},R=async t=>{let o=await g("GET",`/v1/bots?game=${encodeURIComponent(String(t.id.split("@")[0]))}`).catch(()=>({bots:[],next:null}));e.game===t&&(m=o.bots.filter(c=>c.free),m.length&&i())},T=t=>{e.preset=t,d().includes(e.seats)||(e.seats=d()[0]??2),i()},d=()=>e.game.preset_seats[e.preset]??e.game.seats,C=()=>Array.from({length:{bots:e.seats-1,programs:e.seats-2}[e.whom]??0},()=>"steady"),L=async t=>{t.preventDefault();let o=new FormData(t.target),c=String(o.get("mails")??"").split(/[\s,;]+/).filter(Boolean),w=f[String(o.get("pace"))]??f.two,p={rules:e.game.id.split("@")[0],seats:e.seats,options:{},title:String(o.get("title")??"").trim(),pace:w?.(),grace_seconds:e.whom==="bots"||e.whom==="programs"?0:60,visibility:e.whom==="anybody"?"open":"private",bots:C(),...o.has("misses")?{absence:o.get("misses")==="never"?null:{misses:Number(o.get("misses"))}}:{},...o.get("least")?{least_reliability:{percent:Number(o.get("least")),newcomers:o.has("newcomers")}}:{},invite:e.whom==="friends"?c:e.whom==="programs"?[String(o.get("program"))]:[]};e.busy=!0,i();try{let h=await g("GET",`/v1/rules/${encodeURIComponent(e.game.id)}`);p.options=h.presets[e.preset]??{};let{match:A,file:E}=await I(p,k,y.draw);if(E===null)return location.assign(`/table/${A}`);n.show(D(A,E))}catch(h){h instanceof P&&(k=crypto.randomUUID()),e.error=U(h,p.invite),e.busy=!1,i()}},r=(t,o,c,w,p)=>a`<label class="choice"><input type="radio" name=${t} value=${o} .checked=${w} @change=${p}><span>${c}</span></label>`,i=()=>n.show(a`
    <form class="sheet narrow stack" @submit=${L}>
      <h1>${s("createTitle")}</h1>
      <fieldset class="choices"><legend>${s("whichGame")}</legend>
        ${b.map(t=>r("game",t.id,s("forPlayers",{game:String(t.titles[$()]),n:N(t.seats)}),e.game===t,()=>S(t)))}
      </fieldset>
      <p class="about">${e.game.about[$()]} ${x(e.game.id)}</p>
      ${e.game.presets.length>1?a`<label>${s("whichVariant")}<select name="preset" .value=${e.preset} @change=${t=>T(t.target.value)}>
            ${e.game.presets.map(t=>a`<option value=${t} ?selected=${t===e.preset}>${e.game.preset_titles[t]?.[$()]??t}</option>`)}</select></label>
          <p class="hint"><a href=${_(e.game.id,e.preset)} target="_blank">${s("thisVariant")}</a></p>`:l}
      ${d().length>1?a`<fieldset class="choices inline"><legend>${s("howMany")}</legend>${d().map(t=>r("seats",String(t),String(t),t===e.seats,()=>{e.seats=t,i()}))}</fieldset>`:l}
      <fieldset class="choices"><legend>${s("withWhom")}</legend>
        ${r("whom","bots",s("withBots"),e.whom==="bots",()=>{e.whom="bots",i()})}
        ${m.length?r("whom","programs",s("withPrograms"),e.whom==="programs",()=>{e.whom="programs",i()}):l}
        ${r("whom","friends",s("withFriends"),e.whom==="friends",()=>{e.whom="friends",i()})}
        ${r("whom","anybody",s("withAnybody"),e.whom==="anybody",()=>{e.whom="anybody",i()})}
      </fieldset>
      ${e.whom==="programs"?a`<label>${s("whichProgram")}<select name="program">${m.map(t=>a`<option value=${t.account}>${t.name}</option>`)}</select></label>`:l}
      ${e.whom==="friends"?a`<label>${s("inviteMails")}<input name="mails" inputmode="email" autocomplete="off" aria-describedby="mails-lead"></label><p class="hint" id="mails-lead">${s("inviteMailsLead")}</p>`:l}
      ${e.whom==="anybody"?a`<label>${s("whoMaySit")}<select name="least"><option value="">${s("anybodyElse")}</option>${B.map(t=>a`<option value=${t}>${s("forReliable",{percent:t})}</option>`)}</select></label>
          <label class="choice"><input type="checkbox" name="newcomers" checked><span>${s("newcomersToo")}</span></label>`:l}
      <label>${s("howFast")}<select name="pace">${Object.keys(f).map(t=>a`<option value=${t}>${s(`pace_${t}`)}</option>`)}</select></label>
      ${e.whom==="bots"?l:a`<label>${s("staysAway")}<select name="misses">${O.map(t=>a`<option value=${t} ?selected=${t==="2"}>${s(`misses_${t}`)}</option>`)}</select></label>`}
      <label>${s("titleOptional")}<input name="title" maxlength="80" autocomplete="off" placeholder=${s("titleExample")}></label>
      ${y.asked()}
      ${e.error?a`<p role="alert" class="alert">${e.error}</p>`:l}
      <button class="seal big" ?disabled=${e.busy}>${s("create")}</button>
    </form>`);S(v)}export{q as open};
