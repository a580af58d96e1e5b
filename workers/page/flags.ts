/** The switches a browser is started with. What guards the network stands first, and no list replaces the proxy. */

/** @param proxyUrl takes what belongs to no visit; each visit's context names its own proxy. */
export function browserFlags({ proxyUrl, userData }: { proxyUrl: string; userData: string }): string[] {
  return [
    // The network: everything goes to the proxy, loopback too, and nothing else is tried.
    `--proxy-server=${proxyUrl}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--dns-prefetch-disable',

    // What the browser would like to do on its own.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-component-extensions-with-background-pages',
    '--disable-client-side-phishing-detection',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--disable-field-trial-config',
    '--disable-search-engine-choice-screen',
    '--disable-sync',
    '--metrics-recording-only',
    '--no-default-browser-check',
    '--no-first-run',
    '--no-pings',
    '--password-store=basic',
    '--use-mock-keychain',

    // What a page may not: a frame of another site that hangs or crashes takes the page along where they share a process,
    // as they do in the builds for servers that are packaged.
    '--site-per-process',
    '--js-flags=--max-old-space-size=512',
    '--deny-permission-prompts',
    '--disable-prompt-on-repost',
    // The WebUI ones are toolbars in HTML, which nobody sees: a renderer of their own per page, four times its whole cost.
    // A spare renderer is for the next site of the same visit, and nearly every visit has but one.
    '--disable-features=AcceptCHFrame,AutofillServerCommunication,CertificateTransparencyComponentUpdater,DialMediaRouteProvider,IsolateSandboxedIframes,MediaRouter,OptimizationHints,Prerender2,ProcessPerSiteUpToMainFrameThreshold,SpareRendererForSitePerProcess,Translate,WebTransport,WebUIOmniboxAimPopup,WebUIOmniboxPopup,WebUIReloadButton',

    // The same picture and pace on every machine.
    '--force-color-profile=srgb',
    '--hide-scrollbars',
    '--mute-audio',
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-hang-monitor',
    // A container's /dev/shm is often 64 MB, and a page that fills it takes the renderer along.
    '--disable-dev-shm-usage',

    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${userData}`,
    'about:blank',
  ]
}
