/** Signals of German, French and Spanish, and the first sentence of Italian, Portuguese and Dutch. */
import { type InstructionSignal, signal } from '#shared/language/untrusted/signal'

export const germanSignals: readonly InstructionSignal[] = [
  signal(
    'prompt_leak',
    0.8,
    `\\b(?:gib|zeig\\w{0,2}|verrat\\w{0,2}|nenn\\w{0,2}|druck\\w{0,2}|wiederhol\\w{0,2}) (?:deine|ihre) (?:geheim|versteckt|ursprunglich|intern)\\w{0,3} (?:anweisung|instruktion|vorgabe|regel)\\w{0,3}`,
  ),
  signal(
    'override',
    0.8,
    `\\b(?:befolge|folge) (?:ab sofort |ab jetzt |von nun an )?(?:nur noch |nur |ausschliesslich )(?:meine|meinen|diese|diesen) (?:anweisung|befehl|regel)\\w{0,3}`,
  ),
  signal(
    'override',
    1,
    `\\b(?:folge|folgt|gehorche|gehorcht|befolge|befolgt) (?:nicht|nicht mehr|dem|den|die) {4}(?:benutzers?|nutzers?|anwenders?) ?(?:nicht\\b|,|\\.|sondern\\b|mehr\\b)`,
  ),
  signal(
    'override',
    1,
    `\\b(?:vergiss|vergessen sie|ignorier\\w{0,4}),? was (?:der|dein|ihr|die) (?:benutzer|nutzer|anwender)\\w{0,2} (?:dir|ihnen|gesagt|sagt|will|verlangt)`,
  ),
  signal(
    'override',
    1,
    `\\bsetze? dich uber (?:alle |deine |die ){1,2}(?:anweisung|vorgabe|regel|richtlinie|beschrankung)\\w{0,2} hinweg\\b`,
  ),
  signal('override', 1, `\\b(?:du musst|sie mussen) (?:nur )?dieser (?:nachricht|mail|e-mail) {2}gehorchen\\b`),
  signal(
    'override',
    1,
    `\\b(?:ignorier\\w{0,4}|missacht\\w{0,4}|vergiss|vergesst|vergessen sie|verwirf|umgeh\\w{0,3}) {2}(?:alle|samtliche|jede|deine|ihre|die) ?(?:\\w{0,14} )?(?:anweisung|instruktion|vorgabe|regel|befehl|richtlinie|prompt|weisung|beschrankung)\\w{0,3}`,
  ),
  signal(
    'override',
    1,
    `\\b(?:vergiss|vergessen sie|ignorier\\w{0,4}) alles,? {4}(?:vorher|bisher|zuvor|oben|gesagt|davor)\\b`,
  ),
  signal(
    'override',
    0.5,
    `\\bneue anweisung(?:en)?\\b {4}:|\\bneue anweisung(?:en)? (?:fur|an) (?:den|die|das|alle)\\b`,
  ),
  signal(
    'role_play',
    0.9,
    `\\bdu bist (?:jetzt|nun|ab jetzt|ab sofort|von nun an) (?:dan\\b|(?:ein|eine|mein|meine) (?:\\w{1,16} )?(?:ki|assistent|modell|agent|bot|sprachmodell|chatbot)\\b)`,
  ),
  signal(
    'role_play',
    0.4,
    `\\b(?:ohne|keine) (?:jede |alle )?(?:einschrankung|regel|beschrankung|filter|grenze)\\w{0,2}\\b`,
  ),
  signal(
    'addressed_to_model',
    0.9,
    `\\b(?:an|fur) (?:die|das|den|alle|jede) (?:ki\\b|ki-\\w{2,16}|kunstliche intelligenz|sprachmodell\\w{0,2}|chatbots?\\b)(?: ?:|, (?:die|das|der)\\b)|\\bhinweis an (?:die ki|das sprachmodell|den assistenten)\\b`,
  ),
  signal(
    'addressed_to_model',
    0.6,
    `\\b(?:anweisung(?:en)?|hinweis|nachricht) (?:fur|an) (?:den|alle) assistenten? ?:`,
  ),
  signal(
    'addressed_to_model',
    0.9,
    `\\b(?:wenn|falls) du (?:ein|eine) (?:\\w{1,16} )?(?:ki|sprachmodell|assistent|chatbot|bot|llm)\\b`,
  ),
  signal(
    'prompt_leak',
    1,
    `\\b(?:gib|zeig\\w{0,2}|verrat\\w{0,2}|nenn\\w{0,2}|druck\\w{0,2}|wiederhol\\w{0,2}) {4}system-?(?:prompt|nachricht|anweisung\\w{0,2})`,
  ),
  signal(
    'secrecy',
    0.8,
    `\\b(?:sage?|teile?|ohne|informier\\w{0,3}|erwahne?) {3}(?:benutzer|nutzer|anwender|leser)\\w{0,2} (?:nichts|nicht|zu informieren|zu fragen|davon)`,
  ),
  signal('secrecy', 0.6, `\\berwahne? (?:diesen|diese|dieses) (?:absatz|hinweis|anweisung|text|satz) nicht\\b`),
  signal(
    'exfiltration',
    0.6,
    `\\b(?:sende|schicke?|leite|ubermittle|kopiere|lade) {5}(?:passwort\\w{0,3}|zugangsdaten|alle (?:e-?mails|nachrichten|kontakte|dateien)|kontakte|postfach|gesprachsverlauf)\\b`,
  ),
  signal(
    'context',
    0.2,
    `\\b(?:losche|zeige|verrate|fuhre|kopiere|stelle|leite|sende|bestatige|akzeptiere|schreibe|antworte|genehmige|geben sie|gib|setze|stufe|markiere|nimm) `,
  ),
]

export const frenchSignals: readonly InstructionSignal[] = [
  signal(
    'addressed_to_model',
    0.9,
    `\\b(?:a|pour) (?:toute|chaque) (?:ia|intelligence artificielle) (?:qui|lisant|:|,)`,
  ),
  signal(
    'prompt_leak',
    0.8,
    `\\b(?:revel|affich|montr|donn|imprim|repet)\\w{1,3} (?:tes|vos) (?:instructions|consignes|regles) (?:secretes|cachees|initiales|internes|d'origine)`,
  ),
  signal(
    'override',
    1,
    `\\b(?:(?:ne|n') ?(?:suis|suivez|obeis|obeissez|ecoute[sz]?) (?:plus|pas) (?:\\w{1,12} ){0,3}(?:a |de )?l'utilisateur|(?:contourne[sz]?|desobei\\w{1,4}) (?:a )?(?:toutes )?(?:les |tes |vos |l')(?:regles|consignes|directives|restrictions|utilisateur))\\b`,
  ),
  signal(
    'override',
    1,
    `\\b(?:oubli(?:e|ez)|ignor(?:e|ez)) ce que l'utilisateur (?:t'a|vous a|a|te|vous|demande|dit|veut)\\b`,
  ),
  signal('override', 1, `\\b(?:tu dois|vous devez) (?:\\w{1,12} )?obeir a ce (?:message|courriel|texte|mail)\\b`),
  signal(
    'override',
    1,
    `\\b(?:ignor(?:e|ez)|oubli(?:e|ez)|neglige[sz]?|ne (?:tiens|tenez) pas compte) (?:de |des |d')?(?:toutes? |tous )?(?:les |tes |vos |l'ensemble des )?(?:\\w{1,14} )?(?:instructions?|consignes?|regles?|directives?|ordres|prompts?)\\b(?! de (?:securite|montage|cuisson|lavage))`,
  ),
  signal('override', 1, `\\b(?:oubli(?:e|ez)|ignor(?:e|ez)) tout ce qui (?:precede|a ete dit|est ecrit)`),
  signal('override', 0.5, `\\bnouvelles? (?:instructions?|consignes?|directives?) (?:pour|a) (?:l'|les |tous )`),
  signal(
    'role_play',
    0.9,
    `\\b(?:tu es|vous etes) (?:desormais|maintenant|a present) (?:un|une|mon) (?:assistant|ia|modele|agent|bot|robot)\\b`,
  ),
  signal('role_play', 0.4, `\\bsans (?:aucune? )?(?:restriction|limite|regle|filtre|censure)s?\\b`),
  signal(
    'addressed_to_model',
    0.9,
    `\\b(?:a l'(?:attention|intention)|note|message|attention|instructions?) (?:(?:pour|de|des|au|aux|a|d') ?)?(?:l'|les |la |toute |tous les )?(?:ia\\b|intelligences? artificielles?|assistants? ia\\b|modeles? de langage)`,
  ),
  signal('addressed_to_model', 0.6, `\\b(?:instructions?|note|message|consignes?) pour (?:l'|les )assistants? ?:`),
  signal(
    'addressed_to_model',
    0.9,
    `\\bsi (?:tu es|vous etes) (?:une? )(?:ia|intelligence artificielle|modele de langage|assistant|robot|bot|llm)\\b`,
  ),
  signal(
    'prompt_leak',
    1,
    `\\b(?:revel|affich|montr|donn|imprim|repet)\\w{1,3} {3}(?:prompt|invite|message|instructions) (?:systeme|initiale?s?|secrete?s?)\\b`,
  ),
  signal(
    'secrecy',
    0.8,
    `\\b(?:n'informe[sz]?|ne (?:dis|dites|previens|mentionne[sz]?)|sans (?:prevenir|informer|avertir|le dire a)) {5}(?:l'|a l')?utilisateur\\b`,
  ),
  signal(
    'secrecy',
    0.6,
    `\\bne mentionne[sz]? (?:pas )?(?:ce|cette|ces) (?:paragraphe|note|instructions?|message|texte)\\b`,
  ),
  signal(
    'exfiltration',
    0.6,
    `\\b(?:envoi|envoy|transfer|transmet|copi|export)\\w{1,3} {5}(?:mots de passe|identifiants|tous les (?:messages|courriels|e-?mails|contacts|fichiers)|historique|cles)\\b`,
  ),
  signal(
    'context',
    0.2,
    `\\b(?:efface[sz]?|execute[sz]?|copie[sz]?|ajoute[sz]?|place[sz]?|mets|mettez|supprime|envoie|envoyez|transfere|accepte|approuve|marquez?|affiche|repond\\w{0,2}|ecri\\w{1,4}) `,
  ),
]

export const spanishSignals: readonly InstructionSignal[] = [
  signal('addressed_to_model', 0.9, `\\b(?:a|para) (?:toda|cada|cualquier) (?:ia|inteligencia artificial) (?:que|:|,)`),
  signal(
    'prompt_leak',
    0.8,
    `\\b(?:revel|muestr|mostr|imprim|ensen|repit|dime)\\w{0,3} (?:tus|sus) (?:instrucciones|reglas|ordenes|directrices) (?:secretas|ocultas|iniciales|internas|originales)`,
  ),
  signal(
    'override',
    0.8,
    `\\b(?:sigue|obedece|cumple) (?:solo|unicamente|solamente) (?:mis|estas|a mis|a estas) (?:ordenes|instrucciones|reglas)\\b`,
  ),
  signal(
    'override',
    1,
    `\\b(?:no (?:sigas|obedezcas|escuches|hagas caso) (?:mas |ya )?(?:\\w{1,12} ){0,3}(?:al|del|a el) usuario|desobedece\\w{0,1} al usuario|elud[ae]n? (?:todas )?(?:las |tus |sus )?(?:reglas|normas|restricciones|instrucciones))\\b`,
  ),
  signal(
    'override',
    1,
    `\\b(?:haz|haga|hagan) caso omiso (?:de|a) (?:todas )?(?:las |los |tus |sus )(?:\\w{1,14} )?(?:instruccion(?:es)?|reglas?|ordenes|indicaciones|directrices|normas)\\b`,
  ),
  signal(
    'override',
    1,
    `\\bno (?:hagas|haga|hagan) caso (?:de|a) (?:todas )?(?:las |los |tus |sus )(?:\\w{1,14} )?(?:instruccion(?:es)?|reglas?|ordenes|directrices|normas) (?:anteriores|previas|del usuario|de arriba)\\b`,
  ),
  signal('override', 1, `\\b(?:olvid[ae]n?|ignor[ae]n?) lo que el usuario (?:te|le|pid|dij|dic|quier)`),
  signal('override', 1, `\\b(?:debes|tienes que|debe) (?:\\w{1,12} )?obedecer (?:a )?este (?:mensaje|correo|texto)\\b`),
  signal(
    'override',
    1,
    `\\b(?:ignor[ae]n?|olvid[ae]n?|omit[ae]n?|no sigas) (?:por completo )?(?:todas? |tod[ao]s )?(?:las |los |tus |sus )?(?:\\w{1,14} )?(?:instruccion(?:es)?|reglas?|ordenes|indicaciones|directrices|normas|prompts?)\\b`,
  ),
  signal('override', 1, `\\b(?:olvid[ae]n?|ignor[ae]n?) todo lo (?:anterior|dicho|que (?:te|se))`),
  signal('override', 0.5, `\\bnuevas? (?:instruccion(?:es)?|ordenes|directrices) para (?:el|la|los|las) `),
  signal(
    'role_play',
    0.7,
    `\\b(?:eres|seras) (?:ahora |desde ahora )?(?:un|una|mi) (?:asistente|ia|modelo|agente|bot|robot)\\b`,
  ),
  signal('role_play', 0.3, `\\ba partir de ahora,? (?:eres|seras|haras|tu)\\b`),
  signal('role_play', 0.4, `\\bsin (?:ninguna )?(?:restriccion|limite|filtro|regla|censura)(?:es|s)?\\b`),
  signal(
    'addressed_to_model',
    0.9,
    `\\b(?:nota|mensaje|atencion|instruccion(?:es)?|aviso) (?:para|al?) (?:la |el |los |las |toda )?(?:ia\\b|inteligencia artificial|asistentes? de ia|modelos? de lenguaje)`,
  ),
  signal('addressed_to_model', 0.6, `\\b(?:instruccion(?:es)?|nota|mensaje|ordenes) para (?:el |los )asistentes? ?:`),
  signal(
    'addressed_to_model',
    0.9,
    `\\bsi eres (?:una |un )(?:ia|inteligencia artificial|modelo de lenguaje|asistente|bot|llm)\\b`,
  ),
  signal(
    'prompt_leak',
    1,
    `\\b(?:revel|muestr|mostr|imprim|ensen|repit|dime)\\w{0,3} {3}(?:prompt|mensaje|instrucciones) (?:del? )?(?:sistema|iniciales?|ocult[ao]s?)\\b`,
  ),
  signal(
    'secrecy',
    0.8,
    `\\b(?:no (?:le |lo )?(?:digas|informes|avises|menciones|cuentes)|sin (?:informar|avisar|decir\\w{0,3})) {5}(?:al |el |a el )?usuario\\b`,
  ),
  signal('secrecy', 0.6, `\\bno menciones (?:este|esta|estas) (?:parrafo|nota|instruccion|mensaje|texto)`),
  signal(
    'exfiltration',
    0.6,
    `\\b(?:envi|reenvi|mand|sub|export|copi)\\w{1,3} {5}(?:contrasenas?|credenciales|todos los (?:correos|mensajes|contactos|archivos)|historial|claves)\\b`,
  ),
  signal(
    'context',
    0.2,
    `\\b(?:ejecuta|copia|anade|pon|coloca|envia|reenvia|borra|elimina|acepta|aprueba|confirma|marca|muestra|responde|escrib[ae]|haces lo que) `,
  ),
]

export const signalsOfOtherLanguages: readonly InstructionSignal[] = [
  signal(
    'override',
    1,
    `\\bignor(?:a|ate|i) (?:tutte )?(?:le )?(?:\\w{1,14} )?(?:istruzioni|regole|indicazioni|direttive)\\b`,
  ),
  signal(
    'override',
    1,
    `\\bignor(?:e|a|em) (?:todas )?(?:as )?(?:\\w{1,14} )?(?:instrucoes|regras|ordens|orientacoes)\\b`,
  ),
  signal(
    'override',
    1,
    `\\b(?:negeer|vergeet) (?:alle )?(?:de )?(?:\\w{1,14} )?(?:instructies|regels|aanwijzingen|opdrachten)\\b`,
  ),
]
