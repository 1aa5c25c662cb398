package dev.rowan.cloud.signin;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.cloud.request.PercentEncoding;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// An application of Entra ID, which signs in with a secret or with the token that a workload identity has in a
/// file.
record AzureApplication(Wire wire, URI tokens, String client, AzureService audience) {

    static AzureApplication of(String tenant, String client, AzureService audience, PluginSetup setup)
            throws PluginException {
        String authority = setup.environment("AZURE_AUTHORITY_HOST").orElse("https://login.microsoftonline.com");
        String base = authority.endsWith("/") ? authority : authority + "/";
        try {
            URI tokens = URI.create(base + PercentEncoding.value(tenant) + "/oauth2/v2.0/token");
            return new AzureApplication(setup.wire(), tokens, client, audience);
        } catch (IllegalArgumentException e) {
            throw new PluginException("AZURE_AUTHORITY_HOST must be an address, got '" + authority + "'", e);
        }
    }

    CredentialsProvider<Secret> signIn(Secret secret, Time time) {
        return new CredentialsProvider<>(
                "client secret of " + client, () -> issued(Map.of("client_secret", secret.inClear()), time), time);
    }

    CredentialsProvider<Secret> signIn(Path assertion, Time time) {
        return new CredentialsProvider<>(
                "workload identity " + client,
                () -> issued(
                        Map.of(
                                "client_assertion_type",
                                "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                                "client_assertion",
                                AwsMetadata.line(assertion)),
                        time),
                time);
    }

    private CredentialsProvider.Issued<Secret> issued(Map<String, String> proof, Time time) throws PluginException {
        var service = new TokenService("Microsoft Entra ID", time);
        var form = new TreeMap<>(proof);
        form.put("grant_type", "client_credentials");
        form.put("client_id", client);
        form.put("scope", audience.scope());
        return GoogleSignIn.bearer(
                CredentialResponse.parse(service.what(), service.request(wire, TokenService.post(tokens, form))), time);
    }
}
