// L’initiation. `{spy}` et les autres sont des noms de grades, comme dans les règles.

/** @type {typeof import('./en.js').learn} */
export const learn = {
  link: 'Apprendre',
  title: 'Apprendre à jouer',
  lead: (n) => `${n} courtes leçons. C’est toi qui joues : choisis une pièce d’un clic, ou avec les flèches et Entrée.`,
  edition: 'Édition',
  lessons: 'Leçons',
  board: 'Le plateau de la leçon ; tu joues Rouge',
  lesson: (n, of, title) => `Leçon ${n} sur ${of} : ${title}`,
  done: 'faite',
  next: 'Continuer',
  again: 'Recommencer cette leçon',
  wrong: 'Ce n’est pas ce que demande cette étape.',
  chooseOwn: 'Choisis une de tes pièces, les rouges.',
  finished: 'Tu sais tout ce qu’il faut. Découvre le reste en jouant.',
  play: 'Jouer une partie',
  names: {
    move: 'Se déplacer', scout: 'L’éclaireur', attack: 'Attaquer', bomb: 'Bombe et démineur', spy: 'Espionne et maréchal',
    hidden: 'Ce qui est caché', shuttle: 'Va-et-vient', flag: 'Prendre le drapeau', setup: 'Mise en place',
    end: 'Comment finit une partie',
  },
  say: {
    move: 'La plupart des pièces avancent d’une case, en avant, en arrière ou de côté, jamais en diagonale. Personne '
      + 'n’entre dans le lac. Choisis ton {general} et déplace-le.',
    fixed: 'Deux sortes de pièces ne quittent jamais leur case : {bomb} et {flag}. Vois ce qui arrive si tu essaies de '
      + 'déplacer ton drapeau.',
    forfeit: 'Deux sortes de pièces ne doivent jamais quitter leur case : {bomb} et {flag}. Dans cette édition, en déplacer '
      + 'une fait perdre. Ici, il n’arrive encore rien : essaie de déplacer ton drapeau.',
    run: '{scout} : la seule pièce qui peut aller plus loin, en ligne droite sur des cases libres. Longe le bord gauche '
      + 'jusqu’en a5.',
    runAttack: 'Une course peut finir par une attaque, dans le même tour. Il y a quelqu’un en e5 : attaque d’où tu es.',
    attack: 'Tu vois les pièces ennemies de dos. Pour attaquer, va sur l’une d’elles. Attaque c4 avec ton {general}.',
    equal: 'Et si les deux sont égales ? Attaque e3 avec ton {scout}.',
    bomb: 'Cette pièce en b3 n’a jamais bougé. Attaque-la avec ton {general}, si tu l’oses.',
    miner: 'Une seule pièce enlève les bombes : {miner}. Attaque b3 avec elle.',
    spy: 'Le {marshal} ennemi est devant toi, et tout le monde le sait. La pièce la plus faible bat la plus forte, si elle '
      + 'attaque la première : {spy}. À l’attaque !',
    hidden: 'Deux pièces inconnues encadrent ton {marshal}. Celle qui porte un chevron a bougé : elle n’est ni bombe ni '
      + 'drapeau. Attaque celle qui n’est sûrement pas une bombe.',
    memory: 'Les grades montrés au combat restent visibles, et la liste des pertes compte ce qui est parti.',
    shuttle: 'Une pièce ne peut pas franchir sans fin la même limite dans les deux sens. Va de c2 en c3 avec ton {general}.',
    shuttleOn: 'Et retour par la même limite.',
    shuttleOver: 'Les règles n’en permettent pas plus. Essaie quand même encore une fois.',
    shuttleFree: 'Va donc ailleurs, vers n’importe quelle autre case.',
    chase: 'On ne peut pas non plus poursuivre sans fin une pièce qui fuit.',
    wall: 'Trois pièces dans le coin n’ont jamais bougé : deux peuvent être des bombes, et une le drapeau. Ton {miner} est '
      + 'à côté. Ouvre un passage.',
    flag: 'Le coin est ouvert. Prends ce qui s’y trouve.',
    placeFlag: 'Tu disposes ton armée comme tu veux. Le drapeau se place au fond, là où il est difficile à atteindre. Mets-le '
      + 'dans le coin a1.',
    placeBomb: 'Enferme-le avec des bombes : seul un démineur peut passer. Mets-en une à côté du drapeau ou devant lui.',
    adviceFull: 'D’autres conseils : garde quelques démineurs pour la fin, place les éclaireurs là où ils peuvent courir, '
      + 'répartis les pièces fortes sur les deux ailes, garde l’espionne près de ta deuxième pièce la plus forte, et laisse le premier rang '
      + 'libre de bouger.',
    adviceFew: 'D’autres conseils : tes rangées ont plus de cases que tu n’as de pièces. Laisse des trous, cache le drapeau '
      + 'parmi des pièces qui ne bougent pas, et ne montre pas trop tôt ta pièce la plus forte.',
    end: 'Qui prend le drapeau gagne. Mais une partie peut finir autrement.',
  },
  after: {
    move: 'Bien joué. Ce serait maintenant à l’ennemi.',
    fixed: 'Le coup est refusé, et tu en choisis un autre.',
    forfeit: 'Dans une partie, ç’aurait été la fin.',
    run: 'Loin et vite.',
    runAttack: 'Les deux grades sont montrés, et le plus fort gagne.',
    attack: 'Tu as gagné et pris la case, mais l’ennemi connaissait alors ton grade, et il a riposté avec plus fort.',
    equal: 'Deux grades égaux tombent ensemble.',
    bomb: 'Une bombe ! Qui l’attaque tombe, et la bombe reste.',
    miner: 'Enlevée. C’est pourquoi les démineurs valent plus qu’il n’y paraît.',
    spy: 'La pièce la plus forte est partie. Mais l’espionne perd contre quiconque l’attaque, et c’est arrivé.',
    hidden: 'Exact. Un œil sur ta pièce dit désormais : l’ennemi connaît ce grade.',
    shuttleOver: 'Refusé : une autre pièce, ou un autre chemin.',
    shuttleFree: 'Le compte repart alors de zéro.',
    wall: 'C’était une bombe, et elle n’est plus là.',
    flag: 'Le drapeau ! La partie est gagnée.',
    placeFlag: 'Une bonne place.',
    placeBomb: 'Qui veut le drapeau a maintenant besoin d’un démineur.',
  },
  hint: {
    maybeBomb: 'Celle-là n’a jamais bougé : c’est peut-être une bombe. Prends l’autre.',
    flagFirst: 'C’est peut-être la seconde bombe. Le drapeau est plus près.',
  },
};
