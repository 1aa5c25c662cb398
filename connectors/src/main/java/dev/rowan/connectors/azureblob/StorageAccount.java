package dev.rowan.connectors.azureblob;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/// A storage account: its blob endpoint without a trailing slash, its name, and its credential.
record StorageAccount(URI endpoint, String name, StorageCredential access) {

    /// A parsed endpoint, or what is wrong with it; the text is not repeated, because it may contain a signature.
    sealed interface Endpoint {
        record Valid(URI uri) implements Endpoint {}

        record Wrong(String mustHold) implements Endpoint {}

        static Endpoint of(String text) {
            try {
                URI uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
                boolean web = "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
                if (web && uri.getHost() != null && uri.getRawQuery() != null) {
                    return new Wrong("must be without a query; a SAS token belongs in 'sas_token'");
                }
                boolean plain = uri.getUserInfo() == null && uri.getRawFragment() == null;
                return web && uri.getHost() != null && plain
                        ? new Valid(uri)
                        : new Wrong("must be an address such as https://NAME.blob.core.windows.net");
            } catch (URISyntaxException _) {
                return new Wrong("must be an address such as https://NAME.blob.core.windows.net");
            }
        }
    }

    /// The account's name in its endpoint: the first label of the host, or the path for localhost and IP
    /// addresses, as for the emulator.
    static Optional<String> nameIn(URI endpoint) {
        String host = endpoint.getHost();
        boolean inPath = host.equals("localhost")
                || host.startsWith("[")
                || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
        String name = inPath ? endpoint.getPath().replaceFirst("^/", "") : host.split("\\.", 2)[0];
        return Optional.of(name).filter(text -> !text.isEmpty() && text.indexOf('/') < 0);
    }

    /// The address of a blob without a credential, for messages and the record.
    String address(String container, String encodedBlob) {
        return endpoint + "/" + container + (encodedBlob.isEmpty() ? "" : "/" + encodedBlob);
    }
}
