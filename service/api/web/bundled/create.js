<<<<<<< HEAD
import{a as D,c as N}from"./with-signing.js";import"./with-seat-key.js";import"./with-download.js";import{b as P,d as x,e as I}from"./with-parts.js";import"./with-time.js";import{a,b as n}from"./with-lit-html.js";import{a as U}from"./with-sitting.js";import"./with-entropy.js";import"./with-fair-words.js";import"./with-ownlog.js";import{a as _,d as v}from"./with-api.js";import{a as S,c as t}from"./with-language.js";import"./with-vault.js";import"./with-seal.js";var h=86400,k={two:()=>({kind:"duration",seconds:2*h}),day:()=>({kind:"duration",seconds:h}),week:()=>({kind:"duration",seconds:7*h}),hour:()=>({kind:"duration",seconds:3600}),evening:()=>({kind:"daily",time:"20:00",zone:Intl.DateTimeFormat().resolvedOptions().timeZone||"UTC"})},C=["1","2","3","5","never"],L=[70,80,90,95],j=["0","1","3","5","10"],G={quarter:.25,half:0,whole:1},B=14*h,H=["all","most","none"],V=["3","7","14","28"];function Y(i,w){if(!i.has("times"))return{};let g=Number(i.get("times")),$=w.kind==="duration"?Number(w.seconds):h,s=G[String(i.get("share"))],u=String(i.get("pauses"));return{extensions:g===0?null:{times:g,...s?{seconds:Math.min(B,Math.ceil($*s))}:{}},pauses:u==="none"?null:{majority:u,seconds:Number(i.get("days"))*h}}}var q=i=>i.length>1?t("fromTo",{low:Math.min(...i),high:Math.max(...i)}):String(i[0]);async function X(i){if(i.me===null){location.replace("/");return}document.title=`${t("createTitle")} \xB7 Siegelpost`;let{rules:w}=await v("GET","/v1/rules"),g=await D(),$=w.filter(e=>e.superseded_by===null),s={game:$[0],preset:"",seats:2,whom:"bots",error:"",busy:!1},u=crypto.randomUUID(),b=[],A=e=>{s.game=e,b=[],s.whom==="programs"&&(s.whom="bots"),T(e.presets[0]??""),O(e)},O=async e=>{let o=await v("GET",`/v1/bots?game=${encodeURIComponent(String(e.id.split("@")[0]))}`).catch(()=>({bots:[],next:null}));s.game===e&&(b=o.bots.filter(m=>m.free),b.length&&l())},T=e=>{s.preset=e,f().includes(s.seats)||(s.seats=f()[0]??2),l()},f=()=>s.game.preset_seats[s.preset]??s.game.seats,F=()=>Array.from({length:{bots:s.seats-1,programs:s.seats-2}[s.whom]??0},()=>"steady"),R=async e=>{e.preventDefault();let o=new FormData(e.target),m=String(o.get("mails")??"").split(/[\s,;]+/).filter(Boolean),p=k[String(o.get("pace"))]??k.two,r={rules:s.game.id.split("@")[0],seats:s.seats,options:{},title:String(o.get("title")??"").trim(),pace:p?.(),grace_seconds:s.whom==="bots"||s.whom==="programs"?0:60,visibility:s.whom==="anybody"?"open":"private",bots:F(),...o.has("misses")?{absence:o.get("misses")==="never"?null:{misses:Number(o.get("misses"))}}:{},...o.get("least")?{least_reliability:{percent:Number(o.get("least")),newcomers:o.has("newcomers")}}:{},...Y(o,p?.()??{}),invite:s.whom==="friends"?m:s.whom==="programs"?[String(o.get("program"))]:[]};s.busy=!0,l();try{let d=await v("GET",`/v1/rules/${encodeURIComponent(s.game.id)}`);r.options=d.presets[s.preset]??{};let{match:E,file:M}=await U(r,u,g.draw);if(M===null)return location.assign(`/table/${E}`);i.show(N(E,M))}catch(d){d instanceof _&&(u=crypto.randomUUID()),s.error=P(d,r.invite),s.busy=!1,l()}},c=(e,o,m,p,r)=>a`<label class="choice"><input type="radio" name=${e} value=${o} .checked=${p} @change=${r}><span>${m}</span></label>`,y=(e,o,m,p)=>a`<label>${t(o)}<select name=${e}>${m.map(([r,d])=>a`<option value=${r} ?selected=${r===p}>${t(String(d))}</option>`)}</select></label>`,l=()=>i.show(a`
    <form class="sheet narrow stack" @submit=${R}>
      <h1>${t("createTitle")}</h1>
      <fieldset class="choices"><legend>${t("whichGame")}</legend>
        ${$.map(e=>c("game",e.id,t("forPlayers",{game:String(e.titles[S()]),n:q(e.seats)}),s.game===e,()=>A(e)))}
      </fieldset>
      <p class="about">${s.game.about[S()]} ${I(s.game.id)}</p>
      ${s.game.presets.length>1?a`<label>${t("whichVariant")}<select name="preset" .value=${s.preset} @change=${e=>T(e.target.value)}>
            ${s.game.presets.map(e=>a`<option value=${e} ?selected=${e===s.preset}>${s.game.preset_titles[e]?.[S()]??e}</option>`)}</select></label>
          <p class="hint"><a href=${x(s.game.id,s.preset)} target="_blank">${t("thisVariant")}</a></p>`:n}
      ${f().length>1?a`<fieldset class="choices inline"><legend>${t("howMany")}</legend>${f().map(e=>c("seats",String(e),String(e),e===s.seats,()=>{s.seats=e,l()}))}</fieldset>`:n}
      <fieldset class="choices"><legend>${t("withWhom")}</legend>
        ${c("whom","bots",t("withBots"),s.whom==="bots",()=>{s.whom="bots",l()})}
        ${b.length?c("whom","programs",t("withPrograms"),s.whom==="programs",()=>{s.whom="programs",l()}):n}
        ${c("whom","friends",t("withFriends"),s.whom==="friends",()=>{s.whom="friends",l()})}
        ${c("whom","anybody",t("withAnybody"),s.whom==="anybody",()=>{s.whom="anybody",l()})}
      </fieldset>
      ${s.whom==="programs"?a`<label>${t("whichProgram")}<select name="program">${b.map(e=>a`<option value=${e.account}>${e.name}</option>`)}</select></label>`:n}
      ${s.whom==="friends"?a`<label>${t("inviteMails")}<input name="mails" inputmode="email" autocomplete="off" aria-describedby="mails-lead"></label><p class="hint" id="mails-lead">${t("inviteMailsLead")}</p>`:n}
      ${s.whom==="anybody"?a`<label>${t("whoMaySit")}<select name="least"><option value="">${t("anybodyElse")}</option>${L.map(e=>a`<option value=${e}>${t("forReliable",{percent:e})}</option>`)}</select></label>
          <label class="choice"><input type="checkbox" name="newcomers" checked><span>${t("newcomersToo")}</span></label>`:n}
      <label>${t("howFast")}<select name="pace">${Object.keys(k).map(e=>a`<option value=${e}>${t(`pace_${e}`)}</option>`)}</select></label>
      ${s.whom==="bots"?n:a`<label>${t("staysAway")}<select name="misses">${C.map(e=>a`<option value=${e} ?selected=${e==="2"}>${t(`misses_${e}`)}</option>`)}</select></label>`}
      ${s.whom==="bots"?n:a`<details class="agreed"><summary>${t("timeAndPauses")}</summary><div class="stack">
        ${y("times","moreTimeAllowed",j.map(e=>[e,`times_${e}`]),"3")}
        ${y("share","byHowMuch",Object.keys(G).map(e=>[e,`share_${e}`]),"half")}
        ${y("pauses","mayPause",H.map(e=>[e,`pauses_${e}`]),"all")}
        ${y("days","pauseAtMost",V.map(e=>[e,`days_${e}`]),"14")}
      </div></details>`}
      <label>${t("titleOptional")}<input name="title" maxlength="80" autocomplete="off" placeholder=${t("titleExample")}></label>
      ${g.asked()}
      ${s.error?a`<p role="alert" class="alert">${s.error}</p>`:n}
      <button class="seal big" ?disabled=${s.busy}>${t("create")}</button>
    </form>`);A($[0])}export{X as open};
=======
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
>>>>>>> main
