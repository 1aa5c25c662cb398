package dev.rowan.cli.notify;

import dev.rowan.api.call.Wire;
import dev.rowan.engine.pipeline.NotifySettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Takes word of what happened to where the pipeline says.
interface NotificationSender {

    /// Tells it; what kept it from being told, if anything did. To be called on a virtual thread.
    Optional<String> tell(NotifyEvent happening) throws InterruptedException;

    static NotificationSender of(NotifySettings settings, Wire wire, Path folder, Map<String, String> environment) {
        return switch (settings) {
            case NotifySettings.Command(var words) -> new CommandNotificationSender(words, folder, environment);
            case NotifySettings.Address(var url) -> new HttpNotificationSender(url, wire);
        };
    }
}
