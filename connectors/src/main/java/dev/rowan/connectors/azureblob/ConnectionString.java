package dev.rowan.connectors.azureblob;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.Secret;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A parsed storage connection string: `AccountName=…;AccountKey=…;EndpointSuffix=…`. No message repeats its
/// values, since it is a secret.
final class ConnectionString {
    /// The emulator's well-known account and key.
    private static final String EMULATOR = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
            + "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;"
            + "BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1";

    private final String origin;
    private final Map<String, String> parts = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private ConnectionString(String origin) {
        this.origin = origin;
    }

    static StorageAccount read(Secret secret) throws PluginException {
        return read(secret.origin(), secret.inClear());
    }

    private static StorageAccount read(String origin, String text) throws PluginException {
        var read = new ConnectionString(origin);
        for (String part : text.split(";")) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                read.parts.put(
                        part.substring(0, equals).strip(),
                        part.substring(equals + 1).strip());
            } else if (!part.isBlank()) {
                throw read.wrong("must be KEY=VALUE pairs between semicolons");
            }
        }
        boolean emulated = read.find("UseDevelopmentStorage")
                .filter(value -> value.toLowerCase(Locale.ROOT).equals("true"))
                .isPresent();
        return emulated ? read(origin, EMULATOR) : read.account();
    }

    private StorageAccount account() throws PluginException {
        URI endpoint = endpoint();
        Optional<String> sas = find("SharedAccessSignature");
        Optional<String> key = find("AccountKey");
        String name =
                find("AccountName").or(() -> StorageAccount.nameIn(endpoint)).orElse("");
        if (key.isPresent() && !name.isEmpty()) {
            return new StorageAccount(endpoint, name, StorageCredential.SharedKey.of(secret(key.get())));
        }
        if (sas.isPresent()) {
            return new StorageAccount(endpoint, name, StorageCredential.Sas.of(secret(sas.get())));
        }
        throw wrong("needs AccountName and AccountKey, or SharedAccessSignature");
    }

    private URI endpoint() throws PluginException {
        Optional<String> given = find("BlobEndpoint");
        if (given.isEmpty() && find("AccountName").isEmpty()) {
            throw wrong("needs AccountName or BlobEndpoint");
        }
        String text = given.orElseGet(() -> find("DefaultEndpointsProtocol").orElse("https") + "://"
                + find("AccountName").orElseThrow() + ".blob."
                + find("EndpointSuffix").orElse("core.windows.net"));
        return switch (StorageAccount.Endpoint.of(text)) {
            case StorageAccount.Endpoint.Valid(var uri) -> uri;
            case StorageAccount.Endpoint.Wrong(var mustHold) -> throw wrong("BlobEndpoint or AccountName: " + mustHold);
        };
    }

    private Optional<String> find(String key) {
        return Optional.ofNullable(parts.get(key)).filter(value -> !value.isEmpty());
    }

    private Secret secret(String value) throws PluginException {
        try {
            return Secret.of(origin, value);
        } catch (IllegalArgumentException _) {
            throw wrong("has a key or signature that is too short");
        }
    }

    private PluginException wrong(String rule) {
        return new PluginException(origin + " is not a valid storage connection string: it " + rule);
    }
}
