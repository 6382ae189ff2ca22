import type { FurtherPhrases } from '../language-pack.ts'

export const channelEditors: FurtherPhrases['channelEditors'] = {
  add: 'Ajouter une ligne',
  remove: 'Retirer {{name}}',
  repeated: 'Cette ligne existe déjà',
  broken: 'Le tableau reviendra dès que le JSON sera valide.',
  asJson: '{{name}} en JSON',
  asTable: '{{name}} en tableau',
  before: 'Le client envoie',
  after: 'L’amont reçoit',
  mapping: {
    from: 'Demandé',
    to: 'Envoyé',
    circle: '« {{name}} » tourne en boucle',
    notServed: '« {{name}} » n’est pas parmi les modèles servis : personne ne peut le demander',
    unknownTarget: '« {{target}} » n’est pas parmi les modèles connus de ce type',
  },
  status: {
    from: 'Statut de l’amont',
    to: 'Compte comme',
    invalid: 'Un statut est un nombre de 100 à 599',
    outcome: 'Quand l’amont répond {{from}}, la passerelle agit et répond comme pour {{to}}.',
  },
  paste: {
    open: 'Remplir depuis une commande curl ou du code',
    label: 'Commande curl, code ou environnement',
    hint: 'Collez ici : type, adresse, clé et modèle sont remplis. Rien ne quitte ce navigateur.',
    filled: 'Rempli : {{names}}',
    nothing: 'Ni adresse, ni clé, ni modèle n’ont été trouvés.',
  },
  headers: {
    label: 'En-têtes',
    hint: 'Envoyés avec chaque appel sauf les tâches (vidéos, musique, dessins), à la place de ceux de la passerelle qui portent le même nom. {api_key} est la clé du canal, {client_header:NAME} un en-tête du client ; un en-tête que le client n’a pas envoyé est omis.',
    name: 'En-tête',
    value: 'Valeur',
    problem: {
      name: 'Le nom d’un en-tête se compose de lettres, de chiffres et de traits d’union',
      reserved: 'La passerelle écrit elle-même cet en-tête',
      value: 'Une valeur compte de 1 à 4 096 caractères ASCII imprimables',
      credential: 'La clé du client pour cette passerelle ne doit pas partir en amont',
    },
  },
  override: { member: 'Champ', value: 'Valeur (JSON ou texte)' },
  atLimit: {
    full: 'Le canal est plein à',
    next: 'Un appel de plus',
    elsewhere: 'passe à un autre canal de son modèle et de son groupe',
    refused: 'reçoit 429 (channels_full) avec Retry-After si tous sont pleins',
  },
  setting: {
    invalid: 'La passerelle n’accepte pas la valeur de « {{member}} »',
    all: 'Tout ce qui précède à partir des limites, et ce qui n’a pas de champ à soi.',
    proxy: {
      label: 'Proxy',
      hint: 'http, https ou socks5 ; nom et mot de passe font partie de l’adresse.',
      invalid:
        'Ce n’est pas l’adresse d’un proxy : http, https, socks5 ou socks5h et un hôte ; caractères spéciaux du nom et du mot de passe sous la forme %40',
      goesTo: 'L’appel va à',
      thenTo: 'et de là à',
      direct: 'L’appel va directement à',
      upstream: 'l’adresse du canal',
      gatewayLooksUp: 'La passerelle résout le nom de l’hôte.',
      looksUp: 'Le proxy résout le nom de l’hôte.',
    },
    system_prompt: { label: 'Prompt système', hint: 'Pour les requêtes qui n’en ont pas.' },
    system_prompt_override: {
      label: 'Prompt système pour chaque requête',
      hint: 'Il est aussi placé avant les instructions de la requête.',
    },
    force_format: {
      label: 'Champs d’OpenAI uniquement',
      hint: 'Les réponses de chat n’ont que les champs documentés par OpenAI.',
    },
    thinking_to_content: {
      label: 'Raisonnement dans le contenu',
      hint: 'Pour les clients de chat qui n’affichent pas le raisonnement à part.',
    },
    pass_through_body_enabled: {
      label: 'Corps tel que le client l’a envoyé',
      hint: 'Il part inchangé : ni correspondance, ni remplacement.',
    },
  },
}
