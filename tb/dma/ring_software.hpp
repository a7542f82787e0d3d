// SPDX-License-Identifier: Apache-2.0
// The software of one channel as PG021 asks for it: a ring of descriptors, one or several to a
// packet, and the register sequences to start it, to submit and collect packets, to resume after a
// pause, and to go on after a stop or a soft reset. Packets are numbered from 0 on, and so are
// descriptors; what a packet holds follows from its number.
#pragma once
#include <string>
#include <vector>

#include "dma_bench.hpp"

namespace nve::dma_test {

template <class Model>
class RingSoftware {
 public:
  static constexpr unsigned kLongest = 200;

  // `size` descriptors, `parts` of them to a packet.
  RingSoftware(Bench<Model>& bench, Channel channel, unsigned size, unsigned parts = 1)
      : b_(bench), ch_(channel), size_(size), parts_(parts) {
    Build();
  }

  uint32_t address(unsigned descriptor) const { return base() + 64 * (descriptor % size_); }
  uint32_t tail() const { return address(submitted_ * parts_ - 1); }
  unsigned submitted() const { return submitted_; }
  unsigned collected() const { return collected_; }
  unsigned room() const { return size_ / parts_ - (submitted_ - collected_); }

  // The ring, all of it with the software: length 0 and no status.
  void Build() {
    for (unsigned i = 0; i < size_; i++) {
      b_.Descriptor(address(i), address(i + 1), 0, 0);
    }
    // Descriptors that were handed out and are not collected are so again.
    for (unsigned i = collected_; i < submitted_; i++) Fill(i);
  }

  // CURDESC in a halted channel, RS, Halted = 0, interrupt enables, and TAILDESC if there is work.
  // A packet is sent whole or not at all: its descriptors that have a status are handed out again.
  void Start(uint32_t control = 1u << 16) {
    const unsigned open = FirstOpen();
    if (open < submitted_) Fill(open);
    b_.Write(ch_, kCur, address(open * parts_));
    b_.Write(ch_, kCr, (control & ~(kIoc | kDly | kErr)) | kRun);
    EXPECT_TRUE(b_.wait(ch_, kSr, kHalted, 0));
    b_.Write(ch_, kCr, control | kRun);
    worked_ = false;
    told_ = open;
    tell();
  }

  // Hands out descriptors; `tell`: the channel is told, as it is not in a pause.
  void submit(unsigned packets, bool tell = true) {
    for (unsigned i = 0; i < packets; i++) Fill(submitted_++);
    if (ch_ == kS2mm) {
      for (unsigned i = submitted_ - packets; i < submitted_; i++) b_.send(Content(i));
    }
    if (tell) this->tell();
  }

  // TAILDESC is written if packets have been handed out since it was last, `gap` cycles after
  // software has made up its mind.
  bool tell(unsigned gap = 0) {
    const bool news = told_ != submitted_;
    b_.Run(gap);
    if (news) WriteTail();
    return news;
  }

  // The end of a pause for software that does not know what it has told: TAILDESC is written unless
  // its descriptor is complete, and no cycle lies between the two.
  bool Resume() {
    const bool owed = collected_ < submitted_ && b_.status(tail()) == 0;
    if (owed) WriteTail();
    return owed;
  }

  // RS = 0, and what the streams' other ends do then.
  void Stop() {
    b_.Write(ch_, kCr, 1u << 16);
    EXPECT_TRUE(b_.wait(ch_, kSr, kHalted, kHalted));
    RestartStream();
  }

  // The stream begins again with the first packet that has a descriptor without a status: its
  // source sends it anew, its sink forgets what it has of it, were it the whole packet.
  void RestartStream() {
    const unsigned open = FirstOpen();
    if (ch_ == kS2mm) {
      b_.Withdraw();
      for (unsigned i = open; i < submitted_; i++) b_.send(Content(i));
      return;
    }
    for (; dropped_ < open; dropped_++) kept_.push_back(b_.packets().at(dropped_ - kept_from_));
    kept_from_ = open;
    b_.received.clear();
  }

  // Takes back the packets that are complete, in order.
  void Collect() {
    for (; collected_ < submitted_ && Complete(collected_); collected_++) {
      const unsigned i = collected_;
      if (ch_ == kS2mm) {
        EXPECT_EQ(memory(b_.target, i), Content(i)) << "S2MM packet " << i;
      }
      for (unsigned part = 0; part < parts_; part++) {
        const unsigned d = i * parts_ + part;
        const uint32_t flags = ch_ == kS2mm ? marks(part) : 0;
        EXPECT_EQ(b_.status(address(d)), kCmplt | flags | bytes(i, part)) << name(ch_) << ' ' << d;
        b_.Descriptor(address(d), address(d + 1), 0, 0);
      }
    }
  }

  // All that was submitted has been moved, once, without an error.
  void ExpectAll() {
    // A channel is not Idle before its first TAILDESC.
    ASSERT_TRUE(!worked_ || b_.WaitIdle(ch_));
    Collect();
    EXPECT_EQ(collected_, submitted_) << name(ch_) << ": packets lost";
    EXPECT_EQ(b_.Read(ch_, kSr) & (kAllErrors | kHalted), 0u) << name(ch_);
    if (ch_ == kS2mm) {
      EXPECT_TRUE(b_.beats.empty()) << "packets left in the source";
      return;
    }
    auto all = kept_;
    for (const auto& packet : b_.packets()) all.push_back(packet);
    ASSERT_EQ(all.size(), submitted_) << "MM2S: packets lost or doubled";
    for (unsigned i = 0; i < submitted_; i++) EXPECT_EQ(all[i], Content(i)) << "MM2S packet " << i;
  }

 private:
  uint32_t base() const { return ch_ == kMm2s ? 0x1000 : 0x8000; }
  // All descriptors of a packet but the last are full.
  static constexpr unsigned kPart = 40;
  unsigned bytes(unsigned packet, unsigned part) const {
    return part + 1 < parts_ ? kPart : 1 + packet * 59 % kLongest;
  }
  unsigned length(unsigned packet) const {
    return kPart * (parts_ - 1) + bytes(packet, parts_ - 1);
  }
  uint32_t marks(unsigned part) const {
    return (part == 0 ? kSof : 0) | (part + 1 == parts_ ? kEof : 0);
  }
  static uint32_t buffer(unsigned packet) { return 0x2000 + packet % 0x80 * 0x400; }

  std::vector<uint8_t> memory(const Store& store, unsigned packet) const {
    const auto first = store.bytes.begin() + buffer(packet);
    return {first, first + length(packet)};
  }
  std::vector<uint8_t> Content(unsigned packet) const {
    if (ch_ == kMm2s) return memory(b_.source, packet);
    std::vector<uint8_t> bytes(length(packet));
    for (unsigned i = 0; i < bytes.size(); i++)
      bytes[i] = static_cast<uint8_t>(packet * 37 + i * 11 + 1);
    return bytes;
  }
  void Fill(unsigned packet) {
    for (unsigned part = 0; part < parts_; part++) {
      const unsigned d = packet * parts_ + part;
      b_.Descriptor(address(d), address(d + 1), buffer(packet) + kPart * part,
                    bytes(packet, part) | marks(part));
    }
  }
  void WriteTail() {
    worked_ = true;
    told_ = submitted_;
    b_.Write(ch_, kTail, tail());
  }
  // Statuses come in order.
  bool Complete(unsigned packet) const {
    return b_.status(address((packet + 1) * parts_ - 1)) != 0;
  }
  // Of the packets handed out the first with a descriptor without a status.
  unsigned FirstOpen() const {
    unsigned i = collected_;
    while (i < submitted_ && Complete(i)) i++;
    return i;
  }

  Bench<Model>& b_;
  Channel ch_;
  unsigned size_, parts_;
  unsigned submitted_ = 0, collected_ = 0;  // packets
  unsigned told_ = 0;                       // packets up to the TAILDESC written last
  bool worked_ = false;                     // TAILDESC was written since the start
  std::vector<std::vector<uint8_t>> kept_;  // MM2S: packets of the streams before the present one
  unsigned dropped_ = 0, kept_from_ = 0;
};

}  // namespace nve::dma_test
