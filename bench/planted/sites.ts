/** The sites that planted failures stand in: other words, languages and ways to write markup; themselves without fault. */

export type SiteName = keyof typeof sites

export type Site = {
  lang: string
  direction?: 'rtl'
  brand: string
  skip: string
  sections: string
  navigation: readonly (readonly [name: string, path: string])[]
  aside: string
  foot: string
  legal: readonly (readonly [name: string, path: string])[]
  /** What cards are about, and where. */
  things: readonly string[]
  places: readonly string[]
  sentences: readonly string[]
  /** How its markup is written. */
  manner: 'semantic' | 'blocks' | 'utility' | 'app' | 'components' | 'plain'
  css: string
}

export const sites = {
  library: {
    lang: 'en',
    brand: 'Harbour Street Library',
    skip: 'Skip to the main part',
    sections: 'Library sections',
    navigation: [
      ['Catalogue', '/catalogue'],
      ['Opening hours', '/hours'],
      ['Reading groups', '/groups'],
      ['Join the library', '/join'],
    ],
    aside: 'This week in the library',
    foot: 'Harbour Street Library, run by the city since 1911.',
    legal: [
      ['Privacy notice', '/privacy'],
      ['House rules', '/rules'],
    ],
    things: ['Story hour for children', 'Repair evening', 'Map room tour', 'Poetry reading', 'Chess afternoon'],
    places: ['Old Town', 'Riverside', 'Northgate', 'Castle Hill', 'Mill Lane'],
    sentences: [
      'The librarians bring out boxes that are not on the shelves, and answer questions for as long as anybody stays.',
      'Places are free; please tell the desk a day ahead when you come with a group.',
      'Visitors who bring something broken leave with something that works, more often than not.',
      'Tea is served in the hall afterwards, and the lift to the second floor runs until nine.',
    ],
    manner: 'semantic',
    css: 'body{font:17px/1.6 Georgia,serif;margin:0;color:#1d2a24;background:#fffdf7}header,main,footer,aside{max-width:62rem;margin:auto;padding:1rem}a{color:#0b5a3c}nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:1.5rem;padding:0}.card{border-top:2px solid #0b5a3c;padding:.5rem 0}button,input,select,textarea{font:inherit;padding:.35rem .7rem;border:1px solid #52625a}:focus-visible{outline:3px solid #b45309;outline-offset:2px}table{border-collapse:collapse}td,th{border:1px solid #8a958f;padding:.3rem .6rem;text-align:start}',
  },
  council: {
    lang: 'en',
    brand: 'Westmere District Council',
    skip: 'Skip to main content',
    sections: 'Services',
    navigation: [
      ['Council tax', '/council-tax'],
      ['Bins and recycling', '/bins'],
      ['Planning', '/planning'],
      ['Housing', '/housing'],
      ['Elections', '/elections'],
    ],
    aside: 'Related services',
    foot: 'All content is available under the open licence of the district, except where otherwise stated.',
    legal: [
      ['Cookies', '/cookies'],
      ['Accessibility statement', '/accessibility-statement'],
      ['Terms and conditions', '/terms'],
    ],
    things: [
      'Report a missed collection',
      'Apply for a parking permit',
      'Object to a planning notice',
      'Register to vote',
    ],
    places: ['Ashford ward', 'Bellingham ward', 'Cotter Green', 'Dunmore'],
    sentences: [
      'You can do this online at any time; it takes about ten minutes and you need your reference number.',
      'If you cannot use the online service, telephone the contact centre between nine and five on working days.',
      'We reply within ten working days, and sooner when somebody may be at risk.',
    ],
    manner: 'blocks',
    css: 'body{margin:0;font-family:Arial,sans-serif;font-size:19px;line-height:1.32;color:#0b0c0c;background:#fff}.site-header{background:#0b0c0c;color:#fff;padding:10px 20px}.site-header__brand{color:#fff;font-weight:700}.site-nav__list,.site-footer__list{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:20px}.site-nav{padding:10px 20px;border-bottom:1px solid #6b7276}.site-main{padding:20px;max-width:960px}.site-main a,.site-nav a,.site-footer a{color:#164a80}.site-card{border-bottom:1px solid #6b7276;padding:10px 0}.site-footer{background:#f3f2f1;padding:20px}:focus-visible{outline:3px solid #000;box-shadow:0 0 0 6px #fd0}input,select,textarea{font:inherit;border:2px solid #0b0c0c;padding:5px}button{font:inherit;background:#00532c;color:#fff;border:0;padding:8px 12px}table{border-collapse:collapse}td,th{border-bottom:1px solid #6b7276;padding:8px;text-align:left}',
  },
  moebel: {
    lang: 'de',
    brand: 'Möbelwerk Lindau',
    skip: 'Zum Inhalt springen',
    sections: 'Abteilungen',
    navigation: [
      ['Wohnzimmer', '/wohnzimmer'],
      ['Küche', '/kueche'],
      ['Schlafzimmer', '/schlafzimmer'],
      ['Angebote der Woche', '/angebote'],
    ],
    aside: 'Aus der Werkstatt',
    foot: 'Möbelwerk Lindau, gefertigt am Bodensee seit drei Generationen.',
    legal: [
      ['Impressum', '/impressum'],
      ['Datenschutz', '/datenschutz'],
      ['Versand und Rückgabe', '/versand'],
    ],
    things: [
      'Sessel aus Eiche',
      'Tisch für acht Gäste',
      'Regal mit Rückwand',
      'Leuchte aus Messing',
      'Bank für den Flur',
    ],
    places: ['in Natur', 'in Nussbaum', 'in Weiß', 'in Schwarz'],
    sentences: [
      'Das Holz stammt aus Wäldern der Region und wird in unserer Werkstatt von Hand geölt.',
      'Wir liefern innerhalb von zwei Wochen und nehmen die alte Einrichtung auf Wunsch wieder mit.',
      'Jedes Stück lässt sich zerlegen, ausbessern und nach Jahren noch mit neuen Teilen ergänzen.',
      'Muster der Stoffe und Hölzer schicken wir Ihnen kostenlos nach Hause.',
    ],
    manner: 'utility',
    css: '*{box-sizing:border-box}body{margin:0;font:16px/1.55 "Helvetica Neue",Arial,sans-serif;color:#22201d;background:#fff}.px-6{padding-left:1.5rem;padding-right:1.5rem}.py-4{padding-top:1rem;padding-bottom:1rem}.flex{display:flex;flex-wrap:wrap}.gap-6{gap:1.5rem}.grid-3{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1.5rem}.bg-sand{background:#f2ece2}.text-lg{font-size:1.25rem}.font-bold{font-weight:700}.rounded{border-radius:.5rem}.border{border:1px solid #857a6a}.p-4{padding:1rem}.list-none{list-style:none;margin:0;padding:0}a{color:#7a3410}.link-plain{color:#22201d}input,select,textarea{font:inherit;border:1px solid #6d6354;border-radius:.25rem;padding:.5rem}button{font:inherit;border:0;border-radius:.25rem;background:#7a3410;color:#fff;padding:.6rem 1rem}:focus-visible{outline:3px solid #1e40af;outline-offset:3px}table{border-collapse:collapse}td,th{border:1px solid #857a6a;padding:.4rem .8rem;text-align:left}',
  },
  journal: {
    lang: 'fr',
    brand: 'Le Courrier des Vallées',
    skip: 'Aller au contenu',
    sections: 'Rubriques',
    navigation: [
      ['Région', '/region'],
      ['Économie', '/economie'],
      ['Culture', '/culture'],
      ['Sports', '/sports'],
    ],
    aside: 'Les plus lus',
    foot: 'Le Courrier des Vallées paraît tous les jours sauf le dimanche.',
    legal: [
      ['Mentions légales', '/mentions'],
      ['Nous écrire', '/contact'],
    ],
    things: [
      'Le marché couvert rouvre',
      'Une ligne de bus prolongée',
      'La récolte des pommes',
      'Un festival de marionnettes',
    ],
    places: ['à Saint-Aubin', 'à Montreuil', 'dans la vallée de la Loue', 'à Pontarlier'],
    sentences: [
      'Les habitants attendaient cette décision depuis trois ans et la mairie promet que les travaux seront finis avant l’été.',
      'Selon les organisateurs, plus de deux mille personnes sont venues pendant le premier week-end.',
      'Le conseil municipal se prononcera à la fin du mois, après une dernière réunion publique.',
    ],
    manner: 'semantic',
    css: 'body{font:18px/1.65 "Times New Roman",serif;margin:0 auto;max-width:70rem;color:#1a1a1a;background:#fff}header{border-bottom:4px double #1a1a1a;text-align:center;padding:1rem}nav ul{display:flex;justify-content:center;flex-wrap:wrap;gap:2rem;list-style:none;padding:0;font-family:Arial,sans-serif}a{color:#8b1a1a}main,aside,footer{padding:1rem 2rem}.card{margin:1.2rem 0}footer{border-top:1px solid #1a1a1a}input,select,textarea,button{font:inherit;padding:.3rem .6rem}input,select,textarea{border:1px solid #555}button{background:#1a1a1a;color:#fff;border:0}:focus-visible{outline:3px dashed #8b1a1a;outline-offset:2px}table{border-collapse:collapse}td,th{border:1px solid #777;padding:.3rem .7rem;text-align:left}',
  },
  manual: {
    lang: 'en',
    brand: 'Tidepool SDK',
    skip: 'Skip to content',
    sections: 'Documentation',
    navigation: [
      ['Getting started', '/docs/start'],
      ['Guides', '/docs/guides'],
      ['API reference', '/docs/api'],
      ['Changelog', '/docs/changes'],
    ],
    aside: 'On this page',
    foot: 'Tidepool is free software; its documentation is written by its users.',
    legal: [
      ['Code of conduct', '/conduct'],
      ['Licence', '/licence'],
    ],
    things: [
      'Streams and back pressure',
      'Retries with a budget',
      'Typed configuration',
      'Tracing a request',
      'Testing with clocks',
    ],
    places: ['on Linux', 'in containers', 'behind a proxy', 'at the edge'],
    sentences: [
      'The client keeps one connection per host and hands it on between requests, so a burst of calls costs one handshake.',
      'When the budget is spent the call fails with an error that names the last cause and the time that was left.',
      'Everything in this chapter works the same way from the command line, apart from the interactive prompts.',
    ],
    manner: 'app',
    css: ':root{--ink:#e6edf3;--ground:#0d1117;--line:#6e7681;--link:#79c0ff}body{margin:0;font:16px/1.6 system-ui,sans-serif;color:var(--ink);background:var(--ground)}a{color:var(--link)}.topbar{display:flex;flex-wrap:wrap;gap:2rem;align-items:center;padding:.8rem 1.5rem;border-bottom:1px solid var(--line)}.topbar ul{display:flex;flex-wrap:wrap;gap:1.2rem;list-style:none;margin:0;padding:0}.layout{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,1fr);gap:2rem;padding:1.5rem}@media(max-width:50rem){.layout{display:block}}.card{border:1px solid var(--line);border-radius:6px;padding:1rem;margin:1rem 0}code,pre{font-family:ui-monospace,monospace;background:#161b22;color:var(--ink)}input,select,textarea{font:inherit;color:var(--ink);background:#161b22;border:1px solid #8b949e;padding:.4rem}button{font:inherit;color:#0d1117;background:#79c0ff;border:0;border-radius:6px;padding:.45rem .9rem}:focus-visible{outline:3px solid #f0b429;outline-offset:2px}footer{padding:1.5rem}table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.3rem .6rem;text-align:left}',
  },
  clinica: {
    lang: 'es',
    brand: 'Hospital Comarcal de la Sierra',
    skip: 'Saltar al contenido',
    sections: 'Secciones del hospital',
    navigation: [
      ['Pedir cita', '/cita'],
      ['Especialidades', '/especialidades'],
      ['Urgencias', '/urgencias'],
      ['Cómo llegar', '/llegar'],
    ],
    aside: 'Avisos para pacientes',
    foot: 'El hospital atiende a los pueblos de la sierra desde hace cuarenta años.',
    legal: [
      ['Aviso legal', '/legal'],
      ['Protección de datos', '/datos'],
    ],
    things: ['Consulta de pediatría', 'Donación de sangre', 'Taller para cuidadores', 'Revisión de la vista'],
    places: ['en la primera planta', 'en el centro de salud', 'por las mañanas', 'los jueves por la tarde'],
    sentences: [
      'Las personas que vengan por primera vez deben traer la tarjeta sanitaria y llegar diez minutos antes de la hora.',
      'Si no puede acudir, avise con un día de antelación para que otra persona pueda ocupar su lugar.',
      'El equipo de enfermería responde a las dudas por teléfono todos los días laborables.',
    ],
    manner: 'blocks',
    css: 'body{margin:0;font:17px/1.55 Verdana,sans-serif;color:#12303a;background:#fff}.site-header{background:#e3f2f3;padding:12px 24px}.site-header__brand{font-weight:700;color:#0b4f5c}.site-nav{background:#0b4f5c;padding:10px 24px}.site-nav a{color:#fff}.site-nav__list,.site-footer__list{display:flex;flex-wrap:wrap;gap:24px;list-style:none;margin:0;padding:0}.site-main{padding:24px;max-width:1000px}.site-main a,.site-footer a{color:#0b4f5c}.site-card{background:#f2f8f8;padding:12px 16px;margin:14px 0}.site-footer{padding:20px 24px;border-top:3px solid #0b4f5c}input,select,textarea{font:inherit;border:1px solid #46606a;padding:6px}button{font:inherit;color:#fff;background:#0b4f5c;border:0;border-radius:4px;padding:8px 14px}:focus-visible{outline:3px solid #c2410c;outline-offset:2px}table{border-collapse:collapse}td,th{border:1px solid #6b8189;padding:6px 10px;text-align:left}',
  },
  museo: {
    lang: 'it',
    brand: 'Museo della Ceramica',
    skip: 'Vai al contenuto',
    sections: 'Sezioni del museo',
    navigation: [
      ['La collezione', '/collezione'],
      ['Mostre', '/mostre'],
      ['Biglietti', '/biglietti'],
      ['Scuole', '/scuole'],
    ],
    aside: 'In programma',
    foot: 'Il museo è aperto tutti i giorni tranne il lunedì.',
    legal: [
      ['Note legali', '/note'],
      ['Lavora con noi', '/lavoro'],
    ],
    things: ['Visita con il restauratore', 'Laboratorio di tornio', 'Concerto nel cortile', 'Le maioliche blu'],
    places: ['nella sala grande', 'al primo piano', 'nella fornace', 'nel giardino'],
    sentences: [
      'La visita dura circa un’ora e comprende anche le stanze che di solito restano chiuse al pubblico.',
      'I bambini possono provare il tornio insieme agli artigiani della bottega, dopo la fine della lezione.',
      'Le opere arrivano da quattro collezioni private e tornano a casa alla fine della primavera.',
    ],
    manner: 'components',
    css: 'body{margin:0;font:17px/1.6 "Gill Sans",Calibri,sans-serif;color:#2b1d14;background:#fffaf3}a{color:#0f4c81}main{padding:1.5rem;max-width:60rem}.card{padding:1rem;border:1px solid #8a7768;margin:1rem 0}input,select,textarea{font:inherit;border:1px solid #6b5a4d;padding:.4rem}button{font:inherit;background:#0f4c81;color:#fff;border:0;padding:.5rem 1rem}:focus-visible{outline:3px solid #b3261e;outline-offset:2px}table{border-collapse:collapse}td,th{border:1px solid #8a7768;padding:.3rem .6rem;text-align:left}',
  },
  riwaq: {
    lang: 'ar',
    direction: 'rtl',
    brand: 'رواق الكتاب',
    skip: 'انتقل إلى المحتوى',
    sections: 'أقسام الموقع',
    navigation: [
      ['الكتب الجديدة', '/new'],
      ['المؤلفون', '/authors'],
      ['المجلة', '/magazine'],
    ],
    aside: 'الأكثر قراءة هذا الأسبوع',
    foot: 'رواق الكتاب مكتبة مستقلة تعمل منذ عام ألف وتسعمئة وتسعين.',
    legal: [
      ['سياسة الخصوصية', '/privacy'],
      ['اتصل بنا', '/contact'],
    ],
    things: ['رحلات في الصحراء', 'حكايات من البحر', 'تاريخ المدينة القديمة', 'مختارات من الشعر'],
    places: ['الجزء الأول', 'الجزء الثاني', 'طبعة جديدة', 'مع شرح'],
    sentences: [
      'يجمع هذا الكتاب رسائل كتبها الرحالة خلال سنواته الطويلة بين القرى والواحات البعيدة.',
      'تصل الطلبات خلال يومين إلى المدن الكبيرة وخلال أسبوع إلى بقية المناطق.',
      'يلتقي القراء مساء كل خميس في المكتبة ليتحدثوا عن كتاب اختاروه معا.',
    ],
    manner: 'semantic',
    css: 'body{margin:0;font:18px/1.8 Tahoma,sans-serif;color:#1f2a1d;background:#fcfcf8}header,main,aside,footer{padding:1rem 2rem}header{background:#234d20;color:#fff}header a{color:#fff}main a,aside a,footer a{color:#1b5e20}nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:1.5rem;padding:0}.card{border-inline-start:4px solid #234d20;padding-inline-start:1rem;margin:1rem 0}input,select,textarea,button{font:inherit;padding:.3rem .8rem}input,select,textarea{border:1px solid #4e5a4b}button{background:#234d20;color:#fff;border:0}:focus-visible{outline:3px solid #b45309;outline-offset:2px}table{border-collapse:collapse}td,th{border:1px solid #6c7a69;padding:.3rem .6rem;text-align:start}',
  },
  kolej: {
    lang: 'pl',
    brand: 'Koleje Podgórskie',
    skip: 'Przejdź do treści',
    sections: 'Działy serwisu',
    navigation: [
      ['Rozkład jazdy', '/rozklad'],
      ['Bilety', '/bilety'],
      ['Stacje', '/stacje'],
      ['Utrudnienia', '/utrudnienia'],
    ],
    aside: 'Komunikaty dla podróżnych',
    foot: 'Koleje Podgórskie łączą miasta i wsie od ponad stu lat.',
    legal: [
      ['Regulamin przewozu', '/regulamin'],
      ['Kontakt z biurem', '/kontakt'],
    ],
    things: ['Nowy przystanek', 'Pociąg w góry', 'Bilet rodzinny', 'Remont dworca'],
    places: ['w Starym Sączu', 'od soboty', 'na wakacje', 'w Krynicy'],
    sentences: [
      'Podróżni mogą wsiadać z rowerami do pierwszego i ostatniego wagonu każdego pociągu.',
      'W czasie remontu zamiast pociągów kursują autobusy, które zatrzymują się przed dworcem.',
      'Bilety kupione przed zmianą rozkładu zachowują ważność do końca miesiąca.',
    ],
    manner: 'plain',
    css: 'body{margin:0 auto;max-width:58rem;padding:0 1rem;font:16px/1.5 "Segoe UI",Arial,sans-serif;color:#1b1b2f;background:#fff}a{color:#0a3d91}nav li{display:inline-block;margin-right:1.2rem}nav ul{padding:0}hr{border:1px solid #5b5b7a}input,select,textarea,button{font:inherit;padding:.3rem .6rem;border:1px solid #4a4a68}button{background:#0a3d91;color:#fff}:focus-visible{outline:3px solid #d35400;outline-offset:2px}table{border-collapse:collapse}td,th{border:1px solid #77779a;padding:.3rem .6rem;text-align:left}',
  },
  werf: {
    lang: 'nl',
    brand: 'Scheepswerf De Hoop',
    skip: 'Naar de inhoud',
    sections: 'Onderdelen van de site',
    navigation: [
      ['Onze schepen', '/schepen'],
      ['Onderhoud', '/onderhoud'],
      ['Werken op de werf', '/werken'],
    ],
    aside: 'Nieuws van de helling',
    foot: 'De Hoop bouwt en herstelt schepen aan de haven van Harlingen.',
    legal: [
      ['Privacyverklaring', '/privacy'],
      ['Algemene voorwaarden', '/voorwaarden'],
    ],
    things: ['Een nieuwe romp', 'De oude sleepboot', 'Open dag', 'Cursus zeilmaken'],
    places: ['op de grote helling', 'in het voorjaar', 'voor beginners', 'aan de kade'],
    sentences: [
      'De timmerlieden werken nog met gereedschap dat hun grootouders hebben gemaakt en onderhouden.',
      'Wie wil komen kijken, is iedere zaterdag tussen tien en vier uur van harte welkom op de werf.',
      'Het schip gaat volgende maand weer naar zee, nadat de motor is vervangen en de mast is geverfd.',
    ],
    manner: 'components',
    css: 'body{margin:0;font:17px/1.5 "Trebuchet MS",sans-serif;color:#10243b;background:#fff}a{color:#0b4a86}main{padding:1.5rem;max-width:58rem}.card{padding:1rem 0;border-bottom:2px solid #0b4a86}input,select,textarea{font:inherit;border:1px solid #40566e;padding:.4rem}button{font:inherit;background:#0b4a86;color:#fff;border:0;padding:.5rem 1rem}:focus-visible{outline:3px solid #b91c1c;outline-offset:2px}table{border-collapse:collapse}td,th{border:1px solid #6b7f95;padding:.3rem .6rem;text-align:left}',
  },
  ledger: {
    lang: 'en',
    brand: 'Fernhill Books',
    skip: 'Skip to the workspace',
    sections: 'Workspace',
    navigation: [
      ['Overview', '/app/overview'],
      ['Invoices', '/app/invoices'],
      ['Suppliers', '/app/suppliers'],
      ['Reports', '/app/reports'],
      ['Settings', '/app/settings'],
    ],
    aside: 'Waiting for you',
    foot: 'Fernhill keeps the books of small companies.',
    legal: [
      ['Status page', '/status'],
      ['Security', '/security'],
    ],
    things: ['Invoice of the timber yard', 'Quarterly return', 'Payroll run', 'Bank statement', 'Expense claim'],
    places: ['January', 'February', 'March', 'April', 'May', 'June'],
    sentences: [
      'Two entries differ from the statement of the bank and wait until somebody has looked at them.',
      'The amount was approved by the second signatory and leaves the account on the next working day.',
      'Nobody has to do anything; the entry is booked when the supplier confirms the delivery.',
    ],
    manner: 'app',
    css: 'body{margin:0;font:15px/1.5 Inter,system-ui,sans-serif;color:#111827;background:#f9fafb}a{color:#1e3a8a}.topbar{display:flex;flex-wrap:wrap;gap:2rem;align-items:center;background:#111827;color:#fff;padding:.7rem 1.2rem}.topbar a{color:#fff}.topbar ul{display:flex;flex-wrap:wrap;gap:1rem;list-style:none;margin:0;padding:0}.layout{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,1fr);gap:1.5rem;padding:1.2rem}@media(max-width:50rem){.layout{display:block}}.card{background:#fff;border:1px solid #6b7280;border-radius:8px;padding:.9rem;margin:.8rem 0}input,select,textarea{font:inherit;border:1px solid #6b7280;border-radius:6px;padding:.45rem;background:#fff;color:#111827}button{font:inherit;background:#1e3a8a;color:#fff;border:0;border-radius:6px;padding:.5rem .9rem}:focus-visible{outline:3px solid #b45309;outline-offset:2px}footer{padding:1.2rem}table{border-collapse:collapse;background:#fff}td,th{border:1px solid #6b7280;padding:.4rem .7rem;text-align:left}',
  },
} as const satisfies Record<string, Site>
