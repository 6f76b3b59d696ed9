// Les règles complètes, comme les dit `flagfall rules ÉDITION --lang fr`. `{nom}` est une valeur de l’édition.

/** @type {typeof import('./en.js').rules} */
export const rules = {
  aimHeading: 'But du jeu',
  aim: 'Deux armées, les Rouges et les Bleus, se font face. Chaque joueur ne connaît que les grades de ses '
    + 'propres pièces ; ceux de l’adversaire restent cachés jusqu’au combat. Celui qui prend le drapeau ennemi '
    + 'gagne.',
  boardHeading: 'Plateau',
  board: 'Le plateau compte {files} cases en largeur et {rows} en profondeur. Les colonnes s’appellent, de '
    + 'gauche à droite vues par les Rouges, {letters} ; les rangées sont numérotées à partir de 1, la rangée du '
    + 'fond du côté des Rouges.',
  lakes: 'Aucune pièce ne peut entrer dans les lacs ni les traverser : {lakes}.',
  noLakes: 'Il n’y a pas de lacs.',
  setupHeading: 'Mise en place',
  setup: 'Chaque joueur dispose son armée à l’abri des regards de l’autre. Rangées prévues : {red_rows} pour '
    + 'les Rouges, {blue_rows} pour les Bleus.',
  setupFull: 'Les {pieces} pièces remplissent ces cases dans l’ordre que l’on veut.',
  setupSparse: 'Les {pieces} pièces se placent au choix sur ces {zone} cases ; les autres restent vides.',
  setupMiddle: 'Entre les armées, le plateau est vide.',
  armyHeading: 'L’armée',
  army: 'De la pièce la plus forte à la plus faible, puis celles qui ne bougent jamais : leur nombre, ce qui '
    + 'est imprimé sur la pièce, et son nom.',
  armyHigh: 'Plus le nombre est grand, plus la pièce est forte.',
  armyLow: 'Plus le nombre est petit, plus la pièce est forte.',
  moveHeading: 'Déplacements',
  turns: 'Les Rouges commencent, puis on joue à tour de rôle. Un tour consiste en un déplacement ou une '
    + 'attaque d’une seule pièce ; on ne peut pas passer.',
  step: 'Une pièce avance, recule ou va de côté d’une case, jamais en diagonale, vers une case libre. Elle ne '
    + 'peut rien sauter.',
  fixed: 'Les bombes et le drapeau ne quittent jamais leur case.',
  fixedRefused: 'Si l’on essaie d’en déplacer un, le coup est refusé et l’on en choisit un autre.',
  fixedForfeit: 'Celui qui en déplace un perd aussitôt la partie.',
  fixedGerman: 'Les règles allemandes imprimées sont plus sévères : qui en déplace un perd aussitôt la partie. L’option '
    + 'forfeit permet de jouer ainsi.',
  attackHeading: 'Attaque',
  attack: 'Une pièce attaque en allant sur une case occupée par l’ennemi. On n’est jamais obligé d’attaquer.',
  battle: 'Les deux pièces montrent alors leur grade. La plus faible quitte le plateau ; à égalité, elles le '
    + 'quittent toutes les deux.',
  battlePlace: 'Un attaquant victorieux prend la case ; un défenseur victorieux reste où il est.',
  specialHeading: 'Pièces aux pouvoirs particuliers',
  scout: '{scout} : parcourt en ligne droite autant de cases libres qu’on le souhaite, et peut attaquer au '
    + 'bout de sa course dans le même tour.',
  scoutReveal: 'Une course de deux cases ou plus révèle à tous de quelle pièce il s’agit.',
  spy: '{spy} : la pièce la plus faible de toutes, qui élimine pourtant la plus forte ({marshal}) en '
    + 'l’attaquant. Si c’est la plus forte qui attaque, elle gagne comme toujours.',
  miner: '{miner} : élimine une bombe en l’attaquant et prend sa case.',
  bomb: '{bomb} : tout autre attaquant est éliminé, et la bombe reste en place.',
  bombAlone: '{bomb} : tout attaquant est éliminé, et la bombe reste en place.',
  flag: '{flag} : tombe aux mains de n’importe quelle pièce qui l’attaque, ce qui met fin à la partie.',
  twoHeading: 'Va-et-vient',
  twoNone: 'Cette édition n’a pas de règle contre le va-et-vient.',
  twoOnce: 'Une pièce ne peut pas franchir deux fois de suite la limite entre les deux mêmes cases.',
  two: 'Une pièce peut franchir au plus {two} fois de suite la limite entre les deux mêmes cases ; le coup '
    + 'suivant du même genre est interdit.',
  twoCount: 'On compte séparément les tours de chaque joueur, quoi que fasse l’adversaire, et une attaque '
    + 'compte comme un déplacement. Le compte repart de zéro dès que ce joueur déplace une autre pièce, ou la même '
    + 'sans franchir cette limite.',
  twoRuns: 'Lors d’une longue course, chaque limite franchie compte.',
  chaseHeading: 'Poursuite',
  chaseNone: 'Cette édition n’a pas de règle contre la poursuite sans fin.',
  chase: 'Menacer, c’est placer une pièce à côté d’une pièce ennemie ; esquiver, c’est éloigner aussitôt la '
    + 'pièce menacée. Une poursuite dure tant que menaces et esquives se succèdent sans attaque.',
  chaseBan: 'Le poursuivant ne peut pas menacer à nouveau par un coup qui ramène une position déjà vue au '
    + 'cours de cette poursuite.',
  chaseBack: 'Seule exception : le retour direct sur la case que l’on vient de quitter, dans la mesure où la '
    + 'règle du va-et-vient le permet.',
  chaseExact: 'Cela vaut aussi pour un retour direct.',
  chaseFree: 'Celui qui esquive peut répéter des positions. Cette règle n’interdit jamais une attaque.',
  endHeading: 'Fin de la partie',
  endFlag: 'La prise du drapeau fait gagner la partie.',
  endImmobile: 'Un joueur qui ne peut ni se déplacer ni attaquer perd ; les coups que les règles interdisent ne comptent '
    + 'pas. Si aucun des deux joueurs ne peut jouer, la partie est nulle.',
  endQuiet: 'La partie est nulle aussi après {quiet} tours de suite sans attaque, ceux des deux joueurs comptés '
    + 'ensemble.',
  endLimit: 'Après {plies} tours en tout, ceux des deux joueurs comptés ensemble, la partie est nulle.',
  endNoLimit: 'Les règles ne disent pas après combien de tours une partie est nulle. Celui qui organise la partie fixe '
    + 'une limite, de sorte que toute partie se termine.',
  endCap: 'Les règles ne disent pas après combien de tours une partie est nulle. Si l’organisateur ne fixe pas de '
    + 'limite non plus, elle est déclarée nulle après {cap} tours en tout, ceux des deux joueurs comptés '
    + 'ensemble.',
  endAgreed: 'Les joueurs peuvent convenir d’une partie nulle, et chacun peut abandonner.',
  knowHeading: 'Ce que savent les joueurs',
  know: 'Les deux joueurs peuvent revoir à tout moment les grades montrés au combat et les pièces perdues.',
  knowMemory: 'En mode mémoire, le grade du survivant est caché à nouveau et aucune liste des pertes n’est '
    + 'tenue : il faut se souvenir de ce qu’on a vu.',
  knowGerman: 'Les règles allemandes le veulent ainsi : elles interdisent toute prise de notes, et le vainqueur d’un '
    + 'combat est retourné face cachée.',
};
