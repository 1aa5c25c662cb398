package dev.rowan.cloud.signin;

import dev.rowan.api.IoMessages;
import dev.rowan.api.call.Payload;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file of Google's application default credentials, by its `type`.
final class GoogleCredentialFile {
    private GoogleCredentialFile() {}

    static CredentialsProvider<Secret> signIn(Path file, GoogleService service, PluginSetup setup)
            throws PluginException {
        CredentialResponse json = read(file);
        String type = json.find("type").orElse("service_account");
        return switch (type) {
            case "service_account" -> GoogleServiceAccount.of(json, service).signIn(setup.wire(), setup.time());
            case "external_account" -> GoogleExternalAccount.of(json, service).signIn(setup.wire(), setup.time());
            case "authorized_user" -> GoogleUser.of(json).signIn(setup.wire(), setup.time());
            default ->
                throw new PluginException(json.what()
                        + " must have the type service_account, external_account or authorized_user, got '" + type
                        + "'");
        };
    }

    private static CredentialResponse read(Path file) throws PluginException {
        String what = "the credential file " + file;
        try {
            return CredentialResponse.parse(what, Payload.of(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new PluginException(what + " cannot be read: " + IoMessages.reason(e), e);
        }
    }

    static String field(CredentialResponse json, String name) throws PluginException {
        return json.find(name).orElseThrow(() -> new PluginException(json.what() + " must have '" + name + "'"));
    }
}
