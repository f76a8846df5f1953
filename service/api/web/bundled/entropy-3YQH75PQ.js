<<<<<<<< HEAD:service/api/web/bundled/entropy-3YQH75PQ.js
import{a,b,c,d}from"./chunk-6Y4OYQNJ.js";import"./chunk-MODOQLL3.js";import"./chunk-JVKOQXI7.js";import"./chunk-K6C3HONC.js";import"./chunk-EOT63EHD.js";import"./chunk-SDCL3LEY.js";import"./chunk-EAMWOQ7M.js";export{b as drawEntropy,a as givesEntropy,c as revealEntropy,d as revealEverywhere};
========
import{a,b,c,d}from"./chunk-Z3QOCQ3S.js";import"./chunk-MODOQLL3.js";import"./chunk-S5OZS4IS.js";import"./chunk-ZW5AVE65.js";import"./chunk-EOT63EHD.js";import"./chunk-SDCL3LEY.js";import"./chunk-EAMWOQ7M.js";export{b as drawEntropy,a as givesEntropy,c as revealEntropy,d as revealEverywhere};
>>>>>>>> refs/heads/fair9:service/api/web/bundled/entropy-KPDHQ3GI.js
