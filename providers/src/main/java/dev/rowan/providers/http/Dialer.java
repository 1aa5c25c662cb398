package dev.rowan.providers.http;

import dev.rowan.api.call.WireReply.NotSentReason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// Opens connections: DNS lookup, egress check, connect to the checked address, proxy tunnel, TLS handshake. Sends
/// no byte of a request.
record Dialer(HttpSettings settings, HostLookup lookup) {

    WireConnection dial(Route route, ExchangeState exchange) throws NotConnectedException, InterruptedException {
        SocketChannel channel = connect(route, exchange);
        boolean done = false;
        try {
            WireConnection connection = route.secure() ? secured(channel, route) : WireConnection.over(channel);
            done = true;
            return connection;
        } catch (IOException e) {
            throw new NotConnectedException(
                    route.secure() ? NotSentReason.TLS : NotSentReason.CONNECT, ErrorText.of(e));
        } finally {
            if (!done) {
                closeQuietly(channel);
            }
        }
    }

    private SocketChannel connect(Route route, ExchangeState exchange)
            throws NotConnectedException, InterruptedException {
        Optional<Proxies.Proxy> proxy = route.proxy();
        if (proxy.isEmpty()) {
            List<InetAddress> addresses = lookup.addresses(route.host(), exchange.left());
            check(route.host(), addresses);
            return connect(addresses, route.port(), exchange);
        }
        check(route.host(), Hosts.literal(route.host()).map(List::of).orElse(List.of()));
        Proxies.Proxy proxyServer = proxy.get();
        SocketChannel channel =
                connect(lookup.addresses(proxyServer.host(), exchange.left()), proxyServer.port(), exchange);
        try {
            ProxyTunnel.open(channel.socket(), route, proxyServer);
            return channel;
        } catch (IOException e) {
            closeQuietly(channel);
            throw NotConnectedException.byProxy(ErrorText.of(e));
        } catch (NotConnectedException e) {
            closeQuietly(channel);
            throw e;
        }
    }

    private void check(String host, List<InetAddress> addresses) throws NotConnectedException {
        for (InetAddress address : addresses) {
            Optional<String> refusal = settings.egress().refusal(host, address);
            if (refusal.isPresent()) {
                throw new NotConnectedException(NotSentReason.FORBIDDEN, refusal.get());
            }
        }
    }

    /// Connects to the first address that accepts.
    private SocketChannel connect(List<InetAddress> addresses, int port, ExchangeState exchange)
            throws NotConnectedException {
        String last = "no address";
        for (InetAddress address : addresses) {
            SocketChannel channel = null;
            try {
                channel = SocketChannel.open();
                exchange.holds(channel);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
                channel.socket().connect(new InetSocketAddress(address, port), millis(exchange.left()));
                return channel;
            } catch (IOException e) {
                closeQuietly(channel);
                last = address.getHostAddress() + ":" + port + ": " + ErrorText.of(e);
            }
        }
        throw new NotConnectedException(NotSentReason.CONNECT, last);
    }

    private int millis(Duration left) {
        Duration limit = left.compareTo(settings.connectLimit()) < 0 ? left : settings.connectLimit();
        return (int) Math.max(1, limit.toMillis());
    }

    private WireConnection secured(SocketChannel channel, Route route) throws IOException {
        var secured = (SSLSocket)
                settings.tls().getSocketFactory().createSocket(channel.socket(), route.plainHost(), route.port(), true);
        SSLParameters rules = secured.getSSLParameters();
        rules.setEndpointIdentificationAlgorithm("HTTPS");
        rules.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        secured.setSSLParameters(rules);
        secured.startHandshake();
        return WireConnection.over(secured, channel);
    }

    private static void closeQuietly(@Nullable SocketChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException _) {
            // it is useless anyway
        }
    }
}
