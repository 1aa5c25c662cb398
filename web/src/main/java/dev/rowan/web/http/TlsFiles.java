package dev.rowan.web.http;

import dev.rowan.api.call.PemFiles;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// The certificate and key of the server, from PEM files.
final class TlsFiles {
    private TlsFiles() {}

    static SSLContext context(WebAccess.Tls files) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    "rowan",
                    PemFiles.privateKey(files.key()),
                    new char[0],
                    PemFiles.certificates(files.certificate()).toArray(Certificate[]::new));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException wrong) {
            throw new IOException(
                    "the certificate " + files.certificate() + " and the key " + files.key() + " cannot be used: "
                            + wrong.getMessage(),
                    wrong);
        }
    }
}
