//! The escape sequence with which a program fills the clipboard of its terminal, also over SSH.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The maximum number of encoded bytes, which is what xterm accepts. Other terminals have other limits and do not
/// report them.
const LONGEST: usize = 74_994;

/// The bytes of the sequence. The text is sent as base64, so nothing in it can act on the terminal.
pub(crate) fn sequence(text: &str, through_tmux: bool) -> Result<String, String> {
    let encoded = STANDARD.encode(text);
    if encoded.len() > LONGEST {
        return Err(format!("too long for the terminal's clipboard: {} bytes", text.len()));
    }
    let plain = format!("\x1b]52;c;{encoded}\x07");
    if !through_tmux {
        return Ok(plain);
    }
    // tmux accepts the plain sequence if `set-clipboard` is on, and passes the wrapped one through if
    // `allow-passthrough` is on. It ignores what it does not allow.
    Ok(format!("{plain}\x1bPtmux;{}\x1b\\", plain.replace('\x1b', "\x1b\x1b")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_are_these() {
        assert_eq!(sequence("Tea ☕\n", false).unwrap(), "\x1b]52;c;VGVhIOKYlQo=\x07");
        assert_eq!(sequence("Tea.", true).unwrap(), "\x1b]52;c;VGVhLg==\x07\x1bPtmux;\x1b\x1b]52;c;VGVhLg==\x07\x1b\\");
        assert_eq!(sequence("", false).unwrap(), "\x1b]52;c;\x07");
    }

    #[test]
    fn nothing_of_the_text_commands_the_terminal() {
        let sent = sequence("\x07\x1b]0;owned\x07\x1b\\", false).unwrap();
        let inner = sent.strip_prefix("\x1b]52;c;").unwrap().strip_suffix('\x07').unwrap();
        assert!(inner.chars().all(|c| c.is_ascii_alphanumeric() || "+/=".contains(c)), "{inner:?}");
    }

    #[test]
    fn what_is_too_long_is_refused_whole() {
        let longest = "a".repeat(LONGEST / 4 * 3);
        assert!(sequence(&longest, false).is_ok());
        assert!(sequence(&format!("{longest}aaa"), false).unwrap_err().contains("too long"));
    }
}
