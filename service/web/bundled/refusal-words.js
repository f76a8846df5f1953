import{a,b}from"./with-refusal-words.js";export{a as closed,b as privateTo};
