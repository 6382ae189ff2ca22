import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const system = {
  ServerAddress: {
    label: 'Adresse publique',
    hint: 'Comment cette passerelle est joignable de l’extérieur. Les e-mails, les paiements, les rappels de connexion et les liens de chat l’utilisent.',
  },
  WorkerUrl: {
    label: 'Adresse du worker',
    hint: 'Récupère les fichiers que les requêtes nomment par adresse, et remet les webhooks, pour le compte de ce serveur : il reçoit POST {url, key, method, headers, body} en JSON et renvoie la réponse. Il peut être à une adresse privée. Les adresses internes sont refusées avant qu’il soit appelé ; les noms sont résolus là où il tourne. Vide : ce serveur récupère lui-même.',
  },
  WorkerValidKey: {
    label: 'Clé du worker',
    hint: 'Elle permet au worker de reconnaître cette passerelle. Elle est effacée avec l’adresse.',
  },
  WorkerAllowHttpImageRequestEnabled: {
    label: 'Autoriser http',
    hint: 'Désactivé : le worker ne récupère que des adresses https.',
  },
  PayAddress: {
    label: 'Service de paiement',
    hint: 'Adresse de la passerelle compatible Epay. La recharge en ligne est active dès que l’adresse, l’ID marchand et la clé sont définis.',
  },
  EpayId: {
    label: 'ID marchand',
    hint: 'Votre numéro auprès de la passerelle de paiement.',
  },
  EpayKey: {
    label: 'Clé marchand',
    hint: 'Signe les commandes et prouve qu’un paiement est réel.',
  },
  Price: {
    label: 'Prix d’un dollar',
    hint: 'Ce que les utilisateurs paient, dans la devise de la passerelle de paiement, pour un dollar US de quota.',
  },
  MinTopUp: {
    label: 'Recharge minimale',
    hint: 'Les utilisateurs ne peuvent pas acheter moins à la fois.',
    unit: 'USD',
  },
  CustomCallbackAddress: {
    label: 'Adresse de rappel',
    hint: 'Où la passerelle de paiement annonce les paiements, si ce n’est pas à l’adresse du serveur.',
  },
  TopupGroupRatio: {
    label: 'Ratios de recharge',
    hint: 'Groupe → la part que paient ses utilisateurs : 1 est le plein prix, 0,9 fait 10 % de remise. Les groupes non nommés paient le plein prix.',
  },
  TopUpBonuses: {
    label: 'Bonus',
    hint: 'Montant en dollars US → pourcentage ajouté en plus : 100 → 10 fait 110 de 100. Le plus haut montant atteint compte.',
  },
  StripeSecretKey: {
    label: 'Clé secrète',
    hint: 'De votre compte Stripe : sk_… ou rk_… Le paiement par Stripe est actif dès que les deux secrets sont définis.',
  },
  StripeWebhookSecret: {
    label: 'Secret du webhook',
    hint: 'whsec_… du point d’accès que vous ajoutez chez Stripe pour ce serveur : son adresse suivie de /api/user/stripe/notify, avec les événements checkout.session.completed, checkout.session.async_payment_succeeded, charge.refunded, et charge.dispute.created, updated et closed.',
  },
  StripeCurrency: {
    label: 'Devise',
    hint: 'Dans laquelle Stripe facture. Les devises sans centimes ne sont pas proposées.',
  },
  StripePrice: {
    label: 'Prix d’un dollar',
    hint: 'Ce que les utilisateurs paient, dans cette devise, pour un dollar US de quota.',
  },
  StripeMinTopUp: {
    label: 'Recharge minimale',
    hint: 'Les utilisateurs ne peuvent pas acheter moins à la fois ; Stripe lui-même refuse moins d’environ un demi-dollar.',
    unit: 'USD',
  },
  StripeApiAddress: {
    label: 'Adresse de l’API',
    hint: 'Vide : https://api.stripe.com.',
  },
  InvoiceName: {
    label: 'Nom',
    hint: 'Le nom de votre société.',
  },
  InvoiceAddress: {
    label: 'Adresse',
    hint: 'Telle qu’elle doit être imprimée.',
  },
  InvoiceTaxId: {
    label: 'Numéro fiscal',
    hint: 'Avec son type, par exemple « TVA FR12345678901 ».',
  },
  InvoiceFooter: {
    label: 'Pied de page',
    hint: 'Sous les montants : une mention sur les taxes, un compte bancaire, un remerciement.',
  },
  PasswordLoginEnabled: {
    label: 'Connexion par mot de passe',
    hint: 'Avant de la désactiver, assurez-vous que chaque administrateur peut se connecter autrement.',
  },
  PasswordRegisterEnabled: {
    label: 'Inscription par mot de passe',
    hint: 'Désactivé : les nouveaux utilisateurs ne peuvent s’inscrire que par les comptes externes ci-dessous.',
  },
  RegisterEnabled: {
    label: 'Nouveaux utilisateurs',
    hint: 'Désactivé : personne ne peut s’inscrire, ni par mot de passe ni par un compte externe.',
  },
  EmailVerificationEnabled: {
    label: 'Vérifier les adresses',
    hint: 'L’inscription par mot de passe requiert alors un code envoyé par e-mail. Configurez d’abord le serveur de messagerie.',
  },
  GitHubOAuthEnabled: {
    label: 'Connexion avec GitHub',
    hint: 'Permet aussi aux utilisateurs de lier leur compte GitHub.',
  },
  LinuxDOOAuthEnabled: {
    label: 'Connexion avec LINUX DO',
    hint: 'Permet aussi aux utilisateurs de lier leur compte LINUX DO.',
  },
  WeChatAuthEnabled: {
    label: 'Connexion avec WeChat',
    hint: 'Les utilisateurs scannent un code QR et saisissent le code que leur envoie votre compte officiel.',
  },
  TelegramOAuthEnabled: {
    label: 'Connexion avec Telegram',
    hint: 'Pour les utilisateurs qui ont lié leur compte Telegram.',
  },
  'oidc.enabled': {
    label: 'Connexion avec OIDC',
    hint: 'Tout fournisseur qui parle OpenID Connect, par exemple Keycloak, Authentik ou Entra ID.',
  },
  SecondFactorForAdminsEnabled: {
    label: 'Second facteur requis des administrateurs',
    hint: 'Ceux qui n’en ont pas ne peuvent ouvrir que la page qui le configure. Configurez d’abord le vôtre.',
  },
  TurnstileCheckEnabled: {
    label: 'Contrôle humain',
    hint: 'Cloudflare Turnstile à la connexion, à l’inscription et à la réinitialisation du mot de passe.',
  },
  EmailDomainRestrictionEnabled: {
    label: 'N’accepter que les domaines listés',
    hint: 'Les adresses de tout autre domaine ne peuvent pas s’inscrire.',
  },
  EmailAliasRestrictionEnabled: {
    label: 'Refuser les alias',
    hint: 'Refuse les adresses avec « + » ou « . » avant le @, souvent une seule boîte sous plusieurs noms.',
  },
  EmailDomainWhitelist: {
    label: 'Domaines acceptés',
    hint: 'Saisissez un domaine et appuyez sur Entrée, ou collez-en plusieurs séparés par des virgules.',
  },
  SMTPServer: {
    label: 'Serveur de messagerie',
    hint: 'Nom d’hôte, par exemple smtp.example.com.',
  },
  SMTPPort: {
    label: 'Port',
    hint: 'En général 587, ou 465 avec TLS dès le départ.',
  },
  SMTPAccount: {
    label: 'Compte',
    hint: 'Le nom sous lequel le serveur vous connaît, souvent l’adresse elle-même.',
  },
  SMTPFrom: {
    label: 'Expéditeur',
    hint: 'L’adresse d’où viennent les e-mails. Vide : le compte.',
  },
  SMTPToken: {
    label: 'Mot de passe',
    hint: 'Le mot de passe du compte ou d’application.',
  },
  SMTPSSLEnabled: {
    label: 'TLS dès le départ',
    hint: 'Toujours actif pour le port 465. Les autres ports passent à TLS si le serveur le propose.',
  },
  'oidc.well_known': {
    label: 'Adresse de découverte',
    hint: 'Le document du fournisseur qui se termine par /.well-known/openid-configuration.',
  },
  'oidc.client_id': {
    label: 'ID client',
    hint: 'L’ID de cette passerelle chez le fournisseur.',
  },
  'oidc.client_secret': {
    label: 'Secret client',
    hint: 'Délivré par le fournisseur avec l’ID client.',
  },
  'oidc.authorization_endpoint': {
    label: 'Adresse d’autorisation',
    hint: 'Où les utilisateurs sont envoyés pour se connecter.',
  },
  'oidc.token_endpoint': {
    label: 'URL des jetons',
    hint: 'Où cette passerelle échange le code d’une connexion.',
  },
  'oidc.user_info_endpoint': {
    label: 'Adresse des infos utilisateur',
    hint: 'Où cette passerelle apprend qui s’est connecté.',
  },
  'oidc.providers': {
    label: 'Autres fournisseurs OIDC',
    hint: 'Une liste de fournisseurs ; le formulaire de la section la modifie.',
  },
  'oidc.provider_secrets': {
    label: 'Leurs secrets client',
    hint: 'JSON : chaque slug avec son secret. Le formulaire d’un fournisseur définit le sien.',
  },
  GitHubClientId: {
    label: 'ID client',
    hint: 'De votre application OAuth chez GitHub. Son rappel est l’adresse du serveur suivie de /oauth/github.',
  },
  GitHubClientSecret: {
    label: 'Secret client',
    hint: 'Délivré par GitHub pour cette application.',
  },
  GitHubServerAddress: {
    label: 'Adresse de GitHub',
    hint: 'L’adresse de votre serveur GitHub Enterprise. Vide : github.com.',
  },
  GitHubApiAddress: {
    label: 'URL de l’API GitHub',
    hint: 'Sur un serveur GitHub Enterprise, elle se termine par /api/v3. Vide : api.github.com.',
  },
  LinuxDOClientId: {
    label: 'ID client',
    hint: 'De votre application sur connect.linux.do. Son rappel est l’adresse du serveur suivie de /oauth/linuxdo.',
  },
  LinuxDOClientSecret: {
    label: 'Secret client',
    hint: 'Délivré pour cette application.',
  },
  LinuxDOServerAddress: {
    label: 'Adresse de LINUX DO',
    hint: 'Vide : connect.linux.do.',
  },
  WeChatServerAddress: {
    label: 'Serveur WeChat',
    hint: 'Adresse du serveur qui répond pour votre compte officiel.',
  },
  WeChatServerToken: {
    label: 'Jeton d’accès',
    hint: 'Il permet à ce serveur de reconnaître cette passerelle.',
  },
  WeChatAccountQRCodeImageURL: {
    label: 'Image du code QR',
    hint: 'Adresse de l’image que les utilisateurs scannent pour suivre votre compte officiel.',
  },
  TelegramBotToken: {
    label: 'Jeton du bot',
    hint: 'De @BotFather. Il prouve qu’une connexion vient vraiment de Telegram.',
  },
  TelegramBotName: {
    label: 'Nom du bot',
    hint: 'Sans le @. Son domaine chez @BotFather doit être celui de ce site.',
  },
  TurnstileSiteKey: {
    label: 'Clé du site',
    hint: 'Publique : le navigateur de chaque visiteur la voit.',
  },
  TurnstileSecretKey: {
    label: 'Clé secrète',
    hint: 'Avec elle, cette passerelle demande à Cloudflare si un contrôle a été réussi.',
  },
  TurnstileVerifyUrl: {
    label: 'Adresse du contrôle',
    hint: 'Vide : celle de Cloudflare. À définir pour un service compatible.',
  },
} satisfies Incomplete<WordsOfTab<'system'>>
