package dev.rowan.connectors.azureblob;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/// A storage account: the address of its blobs, without a slash at the end, its name, and the right to use it.
record StorageAccount(URI endpoint, String name, StorageCredential access) {

    /// An account's address as it may be written, or what is wrong with it; the text is not repeated, because it may
    /// hold a signature.
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

    /// The account's name in its address: the first part of the host, or of the path where the host is this machine
    /// or written as an address, as for the emulator.
    static Optional<String> nameIn(URI endpoint) {
        String host = endpoint.getHost();
        boolean inPath = host.equals("localhost")
                || host.startsWith("[")
                || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
        String name = inPath ? endpoint.getPath().replaceFirst("^/", "") : host.split("\\.", 2)[0];
        return Optional.of(name).filter(text -> !text.isEmpty() && text.indexOf('/') < 0);
    }

    /// Where a container and a blob are, without any right to them: for messages and the record.
    String address(String container, String encodedBlob) {
        return endpoint + "/" + container + (encodedBlob.isEmpty() ? "" : "/" + encodedBlob);
    }
}
