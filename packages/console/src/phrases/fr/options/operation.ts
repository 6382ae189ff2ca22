import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

const languages = {
  en: 'Anglais',
  zh: 'Chinois',
  ru: 'Russe',
  fr: 'Français',
  ja: 'Japonais',
  vi: 'Vietnamien',
  'zh-TW': 'Chinois traditionnel',
}

export const operation = {
  TopUpLink: {
    label: 'Lien de recharge',
    hint: 'Où les utilisateurs peuvent acheter du quota ou des codes de recharge. La page du portefeuille y renvoie.',
  },
  'general_setting.docs_link': {
    label: 'Lien de la documentation',
    hint: 'Votre propre documentation. Elle apparaît dans la barre supérieure ; vide : masquée.',
  },
  'general_setting.fallback_language': {
    label: 'Langue des nouveaux visiteurs',
    hint: 'Pour ceux dont le navigateur ne nomme aucune des langues de la console.',
    choices: languages,
  },
  DisplayInCurrencyEnabled: {
    label: 'Afficher le quota en dollars',
    hint: 'Activé : les soldes et les montants se lisent comme $1.00. Désactivé : comme simples nombres de quota.',
  },
  DisplayTokenStatEnabled: {
    label: 'Facturation : solde du jeton',
    hint: 'Activé : les clients qui demandent leur solde reçoivent celui de leur jeton. Désactivé : celui de son utilisateur.',
  },
  DefaultCollapseSidebar: {
    label: 'Menu latéral réduit au départ',
    hint: 'Pour les utilisateurs qui n’ont pas choisi eux-mêmes.',
  },
  SelfUseModeEnabled: {
    label: 'Usage personnel',
    hint: 'Pour une passerelle à vous seul : personne ne peut s’inscrire, et les modèles sans prix peuvent être appelés.',
  },
  DemoSiteEnabled: {
    label: 'Site de démonstration',
    hint: 'Personne ne peut rien modifier, ni lancer de tests ou envoyer d’e-mails. Seul le super-administrateur peut changer une option, pour mettre fin à la démonstration.',
  },
  QuotaForNewUser: {
    label: 'Quota d’un nouvel utilisateur',
    hint: 'Donné une fois, à l’inscription.',
  },
  QuotaForInviter: {
    label: 'Récompense du parrain',
    hint: 'Ce qu’un utilisateur gagne pour chaque nouvel utilisateur inscrit avec son invitation.',
  },
  QuotaForInvitee: {
    label: 'Bonus du filleul',
    hint: 'Un supplément pour les nouveaux utilisateurs inscrits avec une invitation.',
  },
  QuotaRemindThreshold: {
    label: 'Alerte de solde bas',
    hint: 'Les utilisateurs dont le solde passe sous cette valeur sont avertis, sauf s’ils en ont choisi une autre.',
  },
  PreConsumedQuota: {
    label: 'Longueur réservée',
    hint: 'Combien de tokens de réponse sont réservés quand une requête ne dit pas quelle longueur peut avoir sa réponse.',
    unit: 'tokens',
  },
  QuotaPerUnit: {
    label: 'Quota par dollar',
    hint: 'Combien de quota vaut un dollar US. Les soldes existants gardent leur nombre : changer ceci change leur valeur.',
  },
  LogConsumeEnabled: {
    label: 'Journaliser chaque appel',
    hint: 'Désactivé : les appels restent facturés, mais ne laissent pas de ligne dans le journal d’usage.',
  },
  'archive_setting.enabled': {
    label: 'Archiver avant de supprimer',
    hint: 'Les lignes effacées du journal sont d’abord écrites dans des fichiers compressés. L’audit les compte toujours, et tollgate logs y cherche.',
  },
  'archive_setting.after_days': {
    label: 'Archiver les lignes de plus de',
    hint: 'Elles quittent le journal automatiquement. 0 : seulement les lignes que quelqu’un efface.',
    unit: 'jours',
  },
  'archive_setting.place': {
    label: 'Emplacement de l’archive',
    hint: 'Le chemin complet d’un dossier, ou l’adresse d’un bucket S3 telle que https://s3.eu-central-1.amazonaws.com/bucket/logs. Vide : log-archive dans le dossier de données.',
  },
  'archive_setting.s3_region': {
    label: 'Région du bucket',
    hint: 'Vide : d’après l’adresse.',
  },
  'archive_setting.s3_access_key_id': {
    label: 'ID de la clé d’accès',
    hint: 'Son compte doit pouvoir écrire, lire et supprimer dans le bucket.',
  },
  'archive_setting.s3_secret': {
    label: 'Clé d’accès secrète',
    hint: 'Signe chaque requête ; elle n’est pas envoyée.',
  },
  'mirror_setting.enabled': {
    label: 'Planifier les appels en miroir',
    hint: 'Les copies des appels d’une autre passerelle, envoyées à /mirror, sont planifiées : aucun amont n’est appelé, rien n’est facturé, et rien n’en est gardé sauf des totaux.',
  },
  RetryTimes: {
    label: 'Nouveaux essais',
    hint: 'Combien d’autres canaux essayer quand l’un échoue avant son premier octet. 0 : aucun.',
  },
  AffinityRules: {
    label: 'Règles d’affinité',
    hint: 'Les appels qui ont la même clé restent sur le canal qui a répondu au dernier d’entre eux. La première règle qui convient à un appel et y trouve sa clé décide ; sinon, une conversation se reconnaît au nom que lui donne son client, ou à son début. * vaut pour n’importe quel texte.',
  },
  ChannelDisableThreshold: {
    label: 'Plus long test de canal',
    hint: 'Un canal dont le test dure plus longtemps compte comme en échec. 0 : aucune limite.',
    unit: 's',
  },
  AutomaticDisableChannelEnabled: {
    label: 'Désactiver les canaux en échec',
    hint: 'Met un canal hors service quand sa clé est refusée, son solde épuisé ou son test échoué.',
  },
  AutomaticEnableChannelEnabled: {
    label: 'Réactiver les canaux rétablis',
    hint: 'Réactive un canal désactivé automatiquement quand son test réussit à nouveau.',
  },
  'monitor_setting.auto_test_channel_enabled': {
    label: 'Tester régulièrement les canaux',
    hint: 'Teste chaque canal avec une petite requête, à l’intervalle ci-dessous. Les amonts vous la facturent.',
  },
  'monitor_setting.auto_test_channel_minutes': {
    label: 'Intervalle des tests',
    hint: 'Du début d’une série au début de la suivante.',
    unit: 'min',
  },
  'monitor_setting.update_balance_minutes': {
    label: 'Lire les soldes toutes les',
    hint: 'Interroge les fournisseurs de tous les canaux activés. Un canal sans solde est désactivé si les canaux en échec le sont. 0 : à la main seulement.',
    unit: 'min',
  },
  AutomaticDisableKeywords: {
    label: 'Mots qui désactivent un canal',
    hint: 'Un par ligne. Une erreur d’amont qui en contient un désactive le canal. La casse ne compte pas.',
  },
  MetricsToken: {
    label: 'Jeton pour les métriques',
    hint: 'Les lecteurs de /metrics l’envoient sous la forme Authorization: Bearer …',
  },
  MetricsAddresses: {
    label: 'Adresses pouvant lire les métriques',
    hint: 'Elles n’ont pas besoin de jeton. Une adresse ou plage par ligne, par exemple 10.0.0.0/8.',
  },
  AlertsEnabled: {
    label: 'Envoyer des alertes',
    hint: 'Au webhook et à l’adresse e-mail ci-dessous, selon ce qui est rempli.',
  },
  'alert_setting.webhook_url': {
    label: 'Webhook',
    hint: 'Reçoit chaque alerte en JSON, par POST. Il peut être à une adresse de votre propre réseau.',
  },
  'alert_setting.webhook_secret': {
    label: 'Secret du webhook',
    hint: 'Signe le corps : X-Webhook-Signature est son HMAC-SHA256 en hexadécimal.',
  },
  'alert_setting.email': { label: 'Adresse e-mail', hint: 'Par le serveur de messagerie des paramètres système.' },
  'alert_setting.language': {
    label: 'Langue des alertes',
    hint: 'De leur titre et de leur texte.',
    choices: languages,
  },
  'alert_setting.channel_down': {
    label: 'Un canal est en panne',
    hint: 'Il a été désactivé automatiquement, ou est en pause parce qu’il échoue sans cesse.',
  },
  'alert_setting.wallet_below': {
    label: 'Solde bas chez un amont',
    hint: 'Quand le solde d’un canal en service passe sous cette valeur. 0 : jamais.',
    unit: 'dollars US',
  },
  'alert_setting.error_percent': {
    label: 'Beaucoup d’appels échouent',
    hint: 'Quand cette part des appels échoue chez les amonts. Elle est comptée dans le journal d’usage. 0 : jamais.',
    unit: '%',
  },
  'alert_setting.error_minutes': {
    label: 'Période observée',
    hint: 'La durée sur laquelle les appels échoués sont comptés.',
    unit: 'min',
  },
  'alert_setting.error_least_calls': {
    label: 'Nombre minimal d’appels',
    hint: 'Avec moins d’appels durant cette période, les échecs ne déclenchent pas d’alerte.',
    unit: 'appels',
  },
  'alert_setting.books': {
    label: 'Comptes déséquilibrés',
    hint: 'Une tâche à part la vérifie chaque jour tant que ceci est activé.',
  },
  'alert_setting.jobs': { label: 'Une tâche de fond échoue', hint: 'Jusqu’à ce que sa prochaine exécution réussisse.' },
  'alert_setting.prices': {
    label: 'Le prix d’un amont dépasse le nôtre',
    hint: 'D’après les listes de prix lues sur la page Modèles et prix.',
  },
  'alert_setting.server': {
    label: 'Panne d’un serveur',
    hint: 'Il signale lui-même que sa base de données ou Redis est injoignable, ou qu’il ne peut pas servir d’appels.',
  },
  'alert_setting.nodes': {
    label: 'Un nœud est perdu',
    hint: 'Les autres le signalent, ainsi que le quota des utilisateurs qu’il retient encore.',
  },
  'alert_setting.disk_percent': {
    label: 'Disque presque plein',
    hint: 'Il reste moins que cette part de libre. 0 : aucune alerte.',
    unit: '%',
  },
  'alert_setting.own_error_percent': {
    label: 'Appels échoués en 5xx',
    hint: 'Part des appels d’un serveur. 0 : aucune alerte.',
    unit: '%',
  },
  DrawingEnabled: {
    label: 'Dessin',
    hint: 'Affiche le journal des dessins dans le menu.',
  },
  TaskEnabled: {
    label: 'Tâches',
    hint: 'Affiche le journal des tâches de musique et de vidéo dans le menu.',
  },
  MjNotifyEnabled: {
    label: 'Autoriser les rappels de dessin',
    hint: 'L’amont signale les changements à cette passerelle, qui les transmet à l’adresse nommée par le client. Requiert l’adresse du serveur.',
  },
  MjAccountFilterEnabled: {
    label: 'Choix du compte par les clients',
    hint: 'Transmet à l’amont de dessin le filtre de comptes du client.',
  },
  MjModeClearEnabled: {
    label: 'Ignorer les options de vitesse des prompts',
    hint: 'Retire --fast, --relax et --turbo, pour que seul le canal décide de la vitesse.',
  },
  MjForwardUrlEnabled: {
    label: 'Servir les images d’ici',
    hint: 'Les liens d’images pointent vers cette passerelle au lieu de l’amont, qui reste caché.',
  },
  MjActionCheckSuccessEnabled: {
    label: 'Agir sur les dessins terminés seulement',
    hint: 'Refuse d’agrandir ou de varier un dessin qui n’a pas encore réussi.',
  },
  CheckSensitiveEnabled: {
    label: 'Filtrer les mots sensibles',
    hint: 'L’interrupteur principal : tant qu’il est désactivé, rien de ce qui suit n’a d’effet.',
  },
  CheckSensitiveOnPromptEnabled: {
    label: 'Filtrer les prompts',
    hint: 'Un prompt contenant un mot de la liste est refusé avant d’être envoyé ou facturé.',
  },
  CheckSensitiveOnCompletionEnabled: {
    label: 'Filtrer les réponses',
    hint: 'Cherche les mots de la liste dans ce qu’écrivent les modèles, y compris à cheval sur les morceaux d’un flux. Les sessions en direct et les résultats de lots ne sont pas examinés.',
  },
  StopOnSensitiveEnabled: {
    label: 'Arrêter une réponse à un mot de la liste',
    hint: 'Activé : la réponse s’y termine par une erreur, et le texte jusque-là est facturé. Désactivé : le mot est masqué et la réponse continue.',
  },
  SensitiveWords: {
    label: 'Mots sensibles',
    hint: 'Un par ligne. La casse ne compte pas.',
  },
  DataExportEnabled: {
    label: 'Tableau de bord',
    hint: 'Totalise l’utilisation par utilisateur, jeton, modèle, canal et période, et affiche le tableau de bord dans le menu.',
  },
  DataExportInterval: {
    label: 'Délai entre deux mises à jour',
    hint: 'À quelle fréquence un tableau de bord ouvert actualise ses chiffres. Des intervalles plus courts chargent plus la base de données.',
    unit: 'min',
  },
  DataExportDefaultTime: {
    label: 'Première vue',
    hint: 'Comment le tableau de bord regroupe le temps à l’ouverture.',
    choices: { hour: 'Par heure', day: 'Par jour', week: 'Par semaine' },
  },
  GroupRatio: {
    label: 'Ratios des groupes',
    hint: 'Chaque groupe et ce que coûtent ses appels : 1 est le prix de la liste, 0,8 fait 20 % de remise, 0 est gratuit.',
  },
  UserUsableGroups: {
    label: 'Groupes au choix',
    hint: 'Ce qu’un utilisateur peut choisir pour un jeton, chacun avec la description qu’il lit. Son propre groupe est toujours inclus.',
  },
  GroupGroupRatio: {
    label: 'Ratios entre groupes',
    hint: 'Ce que les utilisateurs d’un groupe paient pour les appels d’un autre, au lieu du ratio propre à celui-ci.',
  },
  AutoGroups: {
    label: 'Ordre de « auto »',
    hint: 'Un jeton du groupe « auto » est servi et facturé par le premier de ces groupes que son propriétaire peut utiliser et qui a un canal pour le modèle. Vide : ce groupe n’existe pas.',
  },
  DefaultUseAutoGroup: {
    label: 'Nouveaux jetons en « auto »',
    hint: 'À moins de choisir un autre groupe à leur création, et seulement si un ordre est défini.',
  },
  Chats: {
    label: 'Clients de chat',
    hint: 'Chacun avec un nom et son lien. {key} et {address} deviennent la clé de l’utilisateur et l’adresse de ce serveur ; {cherryConfig}, {deepchatConfig} et {aionuiConfig} les deux, au format que lisent ces programmes. Les pages web s’ouvrent dans un cadre, les autres liens ouvrent des programmes.',
  },
  ChatLink: {
    label: 'Lien de chat',
    hint: 'Un seul client de chat à ouvrir, en plus de la liste ci-dessus. Laissez vide si vous n’en avez pas.',
  },
  ChatLink2: {
    label: 'Second lien de chat',
    hint: 'Un autre, ouvert avec la clé de l’utilisateur dans ses réglages.',
  },
  ModelPrice: {
    label: 'Prix par appel',
    hint: 'Dollars US par appel. Un modèle nommé ici est facturé par appel, quoi que disent ses ratios.',
  },
  ModelRatio: {
    label: 'Ratios des modèles',
    hint: 'Prix de l’entrée : 1 vaut 2 dollars US par million de tokens. Les modèles non nommés ici ont le prix de la liste intégrée.',
  },
  CompletionRatio: {
    label: 'Ratios de complétion',
    hint: 'Le prix d’un token de réponse, en multiple du prix d’entrée.',
  },
  CacheRatio: {
    label: 'Ratios du cache',
    hint: 'Le prix d’un token lu dans le cache, en part du prix d’entrée : 0,1 est un dixième.',
  },
  ModelPrices: {
    label: 'Prix en documents',
    hint: 'Par modèle, en dollars US : ce que les ratios ne peuvent pas dire, comme des paliers, des images selon la taille ou des heures. Les quatre options ci-dessus l’emportent là où elles nomment un modèle.',
  },
  ModelMetadata: {
    label: 'À propos des modèles',
    hint: 'Par modèle : d’autres noms (`aliases`) sous lesquels il est appelé, `description`, `maker`, et `abilities` telles que vision. Ce qu’une entrée omet est tel que le connaissent les listes intégrées. Un alias coûte ce que coûte son modèle ; là où un canal liste son nom comme modèle, il est ce modèle.',
  },
  'price_list_setting.every_hours': {
    label: 'Lire les listes de prix toutes les',
    hint: 'Les listes de la page Modèles et prix. 0 : lecture à la main seulement.',
    unit: 'heures',
  },
} satisfies Incomplete<WordsOfTab<'operation'>>
