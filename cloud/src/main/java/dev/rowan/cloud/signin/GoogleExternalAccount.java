package dev.rowan.cloud.signin;

import dev.rowan.api.Time;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Wire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.Secret;
import dev.rowan.json.RowJson;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Workload identity federation: a token of another identity provider is exchanged at Google's security token service,
/// and the result, if so configured, for a token of a service account.
record GoogleExternalAccount(
        ExternalSubject subject,
        String subjectType,
        String audience,
        URI tokens,
        Optional<URI> impersonation,
        String scope) {
    private static final String LIFE = "3600s";

    static GoogleExternalAccount of(CredentialResponse json, GoogleService service) throws PluginException {
        URI tokens = google(json, "token_url", json.find("token_url").orElse("https://sts.googleapis.com/v1/token"));
        Optional<String> account = json.find("service_account_impersonation_url");
        return new GoogleExternalAccount(
                ExternalSubject.of(json),
                GoogleCredentialFile.field(json, "subject_token_type"),
                GoogleCredentialFile.field(json, "audience"),
                tokens,
                account.isPresent()
                        ? Optional.of(google(json, "service_account_impersonation_url", account.get()))
                        : Optional.empty(),
                service.scope());
    }

    /// The file may come from others: tokens go to Google alone. (Plain http reaches nothing but localhost.)
    private static URI google(CredentialResponse json, String name, String text) throws PluginException {
        try {
            URI uri = URI.create(text);
            String host = Optional.ofNullable(uri.getHost()).orElse("");
            boolean secure = "https".equalsIgnoreCase(uri.getScheme()) && host.endsWith(".googleapis.com");
            boolean local = "http".equalsIgnoreCase(uri.getScheme()) && !host.isEmpty();
            if (secure || local) {
                return uri;
            }
        } catch (IllegalArgumentException _) {
            // reported below
        }
        throw new PluginException(
                json.what() + " must have an https:// address at googleapis.com as '" + name + "', got '" + text + "'");
    }

    CredentialsProvider<Secret> signIn(Wire wire, Time time) {
        return new CredentialsProvider<>("workload identity federation", () -> issued(wire, time), time);
    }

    private CredentialsProvider.Issued<Secret> issued(Wire wire, Time time) throws PluginException {
        var service = new TokenService("Google's security token service", time);
        var request = TokenService.post(
                tokens,
                Map.of(
                        "grant_type",
                        "urn:ietf:params:oauth:grant-type:token-exchange",
                        "requested_token_type",
                        "urn:ietf:params:oauth:token-type:access_token",
                        "audience",
                        audience,
                        "scope",
                        impersonation.isPresent() ? GoogleService.CLOUD_PLATFORM : scope,
                        "subject_token_type",
                        subjectType,
                        "subject_token",
                        subject.token(wire, time)));
        CredentialsProvider.Issued<Secret> federated =
                GoogleSignIn.bearer(CredentialResponse.parse(service.what(), service.request(wire, request)), time);
        return impersonation.isPresent() ? impersonated(impersonation.get(), federated.value(), wire, time) : federated;
    }

    private CredentialsProvider.Issued<Secret> impersonated(URI account, Secret federated, Wire wire, Time time)
            throws PluginException {
        var service = new TokenService("Google's service for tokens of service accounts", time);
        Payload body = Payload.of(RowJson.writeValue(Map.of("scope", List.of(scope), "lifetime", LIFE)));
        var json = CredentialResponse.parse(
                service.what(),
                service.request(
                        wire,
                        TokenService.postJson(
                                account,
                                Headers.none(),
                                List.of(Credential.bearer(account.getHost(), federated)),
                                body)));
        return new CredentialsProvider.Issued<>(json.secret("accessToken"), json.instant("expireTime"));
    }
}
