package dev.rowan.cloud.signin;

import dev.rowan.api.Time;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.cloud.request.PercentEncoding;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The managed identity of an App Service or of a virtual machine.
record AzureManagedIdentity(URI uri, Optional<Secret> header, AzureService audience) {

    static AzureManagedIdentity of(Optional<String> client, AzureService audience, PluginSetup setup)
            throws PluginException, InterruptedException {
        Optional<String> endpoint = setup.environment("IDENTITY_ENDPOINT");
        boolean service =
                endpoint.isPresent() && setup.environment("IDENTITY_HEADER").isPresent();
        var query = new TreeMap<String, String>();
        query.put("resource", audience.resource());
        client.ifPresent(id -> query.put("client_id", id));
        query.put("api-version", service ? "2019-08-01" : "2018-02-01");
        String address = service
                ? endpoint.get()
                : setup.environment("AZURE_POD_IDENTITY_AUTHORITY_HOST").orElse("http://169.254.169.254")
                        + "/metadata/identity/oauth2/token";
        try {
            return new AzureManagedIdentity(
                    URI.create(address + "?" + PercentEncoding.query(query)),
                    service
                            ? Optional.of(setup.secret(new SecretReference.Environment("IDENTITY_HEADER")))
                            : Optional.empty(),
                    audience);
        } catch (IllegalArgumentException e) {
            throw new PluginException("IDENTITY_ENDPOINT must be an address, got '" + address + "'", e);
        }
    }

    CredentialsProvider<Secret> signIn(Time time) {
        return new CredentialsProvider<>(
                header.isPresent() ? "managed identity (App Service)" : "managed identity", () -> issued(time), time);
    }

    private CredentialsProvider.Issued<Secret> issued(Time time) throws PluginException {
        var service = new TokenService("Azure's identity service of this machine", time);
        List<Credential> credentials = header.stream()
                .map(secret -> Credential.header(uri.getHost(), "X-IDENTITY-HEADER", secret))
                .toList();
        Headers headers = header.isPresent() ? Headers.none() : Headers.of("Metadata", "true");
        try {
            var json = CredentialResponse.parse(
                    service.what(), service.metadata(TokenService.get(uri, headers, credentials)));
            return new CredentialsProvider.Issued<>(json.secret("access_token"), json.instant("expires_on"));
        } catch (PluginException e) {
            throw new PluginException("no Azure credentials: " + e.getMessage() + "; set " + audience.keys(), e);
        }
    }
}
