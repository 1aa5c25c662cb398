package dev.rowan.cloud.signin;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.Secret;
import java.net.URI;
import java.util.Map;

/// A person who has signed in with `gcloud auth application-default login`: a refresh token is exchanged for a token.
record GoogleUser(String client, Secret clientSecret, Secret refreshToken) {
    private static final URI TOKENS = URI.create("https://oauth2.googleapis.com/token");

    static GoogleUser of(CredentialResponse json) throws PluginException {
        return new GoogleUser(
                GoogleCredentialFile.field(json, "client_id"),
                json.secret("client_secret"),
                json.secret("refresh_token"));
    }

    CredentialsProvider<Secret> signIn(Wire wire, Time time) {
        return new CredentialsProvider<>("user credentials of gcloud", () -> issued(wire, time), time);
    }

    private CredentialsProvider.Issued<Secret> issued(Wire wire, Time time) throws PluginException {
        var service = new TokenService("Google's token service", time);
        var request = TokenService.post(
                TOKENS,
                Map.of(
                        "grant_type",
                        "refresh_token",
                        "client_id",
                        client,
                        "client_secret",
                        clientSecret.inClear(),
                        "refresh_token",
                        refreshToken.inClear()));
        return GoogleSignIn.bearer(CredentialResponse.parse(service.what(), service.request(wire, request)), time);
    }
}
