package dev.rowan.providers.http;

import dev.rowan.api.call.PemFiles;
import dev.rowan.api.call.WireSettings;
import dev.rowan.api.call.WireSettings.ClientCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// The TLS context of a run: trusted CAs and client certificate.
final class TlsContext {
    private TlsContext() {}

    static SSLContext of(WireSettings settings) {
        try {
            if (settings.caFile().isEmpty() && settings.client().isEmpty()) {
                return SSLContext.getDefault();
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(settings.client()), trust(settings.caFile()), null);
            return context;
        } catch (IOException | GeneralSecurityException wrong) {
            throw new IllegalArgumentException("invalid file in the network section: " + wrong.getMessage(), wrong);
        }
    }

    /// Empty means the platform's own.
    private static TrustManager @Nullable [] trust(Optional<Path> caFile) throws IOException, GeneralSecurityException {
        if (caFile.isEmpty()) {
            return null;
        }
        List<X509Certificate> trusted = trusted(caFile);
        KeyStore store = emptyStore();
        for (int i = 0; i < trusted.size(); i++) {
            store.setCertificateEntry("ca-" + i, trusted.get(i));
        }
        return trustManagers(store);
    }

    /// The CAs of the platform and of the file.
    static List<X509Certificate> trusted(Optional<Path> caFile) throws IOException, GeneralSecurityException {
        List<X509Certificate> trusted = new ArrayList<>(ofPlatform());
        if (caFile.isPresent()) {
            trusted.addAll(PemFiles.certificates(caFile.get()));
        }
        return trusted;
    }

    private static List<X509Certificate> ofPlatform() throws GeneralSecurityException {
        return Stream.of(trustManagers(null))
                .filter(X509TrustManager.class::isInstance)
                .flatMap(manager -> Stream.of(((X509TrustManager) manager).getAcceptedIssuers()))
                .toList();
    }

    private static TrustManager[] trustManagers(@Nullable KeyStore store) throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager @Nullable [] keys(Optional<ClientCertificate> client)
            throws IOException, GeneralSecurityException {
        if (client.isEmpty()) {
            return null;
        }
        KeyStore store = emptyStore();
        store.setKeyEntry(
                "client",
                PemFiles.privateKey(client.get().key()),
                new char[0],
                PemFiles.certificates(client.get().certificate()).toArray(Certificate[]::new));
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
