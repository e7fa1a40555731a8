/// <reference types="vite/client" />

/** Names the folder of the locale messages that belong to this build. */
declare const __BUILD_ID__: string;
